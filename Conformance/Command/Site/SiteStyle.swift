extension Site {
  /// How pages look: one column, system fonts, two schemes. Nothing moves, so there is no motion to reduce.
  static let style = """
    :root {
      color-scheme: light dark;
      --page: #fdfdfb; --raised: #f3f3ef; --line: #d8d8d1; --text: #1d1d1b; --quiet: #5c5c56; --link: #0a55a3;
      --target: #fff4cc; --passed: #2b6440; --known: #7a4a00; --failed: #a1221c;
      --code: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #16171a; --raised: #202226; --line: #3a3c42; --text: #e6e6e2; --quiet: #a8a9a4; --link: #8fbcf2;
        --target: #37321c; --passed: #8fcea3; --known: #e6b566; --failed: #ff9d92;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; text-size-adjust: none; -webkit-text-size-adjust: none; }
    body {
      margin: 0 auto; max-width: 76rem; padding: 0 1.25rem 6rem; background: var(--page); color: var(--text);
      font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word;
    }
    a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .18em; }
    a:not(:hover) { text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
    main:focus { outline: none; }
    code { font: .875em/1.5 var(--code); unicode-bidi: isolate; }
    h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
    h1 { font-size: 2rem; font-weight: 650; letter-spacing: -.015em; margin: 2.5rem 0 .75rem; }
    h2 { font-size: 1.25rem; font-weight: 650; margin: 3rem 0 .75rem; }
    h3 { font-size: 1rem; font-weight: 600; margin: 0 0 .35rem; width: fit-content; text-wrap: wrap; }
    p, dd, .statement { max-width: 46rem; }
    p { margin: 0 0 .75rem; }
    .lead { color: var(--quiet); font-size: 1.0625rem; }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { left: 1rem; top: .5rem; padding: .25rem .75rem; background: var(--page); z-index: 2; }

    body > header {
      display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; justify-content: space-between;
      padding: 1rem 0 .75rem; border-bottom: 1px solid var(--line);
    }
    header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
    header nav a { color: var(--text); text-decoration: none; padding: .25rem 0; }
    header nav a:hover { text-decoration: underline; }
    header nav a[aria-current] { font-weight: 600; }
    search { position: relative; flex: 0 1 20rem; }
    search[hidden] { display: none; }
    search label, caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    search input {
      width: 100%; padding: .45rem .7rem; font: inherit; font-size: .9375rem; color: var(--text);
      background: var(--page); border: 1px solid var(--quiet); border-radius: 6px;
    }
    search input::placeholder { color: var(--quiet); opacity: 1; }
    search div {
      position: absolute; top: calc(100% + .35rem); right: 0; z-index: 2; width: min(40rem, calc(100vw - 2.5rem));
      max-height: 70vh; overflow-y: auto; background: var(--page); border-radius: 6px;
    }
    search div:not(:has(p:empty)) { border: 1px solid var(--line); box-shadow: 0 8px 30px rgb(0 0 0 / .18); }
    search p { margin: 0; font-size: .875rem; color: var(--quiet); }
    search p:not(:empty) { padding: .5rem .85rem .1rem; }
    search ul { margin: 0; padding: .25rem; list-style: none; }
    search ul:empty { padding: 0 0 .35rem; }
    search li a { display: block; padding: .45rem .6rem; color: var(--text); font-size: .9375rem; text-decoration: none; }
    search li a:is(:hover, :focus) { background: var(--raised); }
    search li code { display: block; color: var(--link); }

    .scroll { overflow-x: auto; margin: 1rem 0; }
    table { border-collapse: separate; border-spacing: 0; font-size: .875rem; line-height: 1.45; font-variant-numeric: tabular-nums; }
    th, td { padding: .45rem 1.25rem .45rem 0; text-align: left; vertical-align: top; font-weight: inherit; }
    th:last-child, td:last-child { padding-right: 0; }
    thead th { border-bottom: 1px solid var(--quiet); vertical-align: bottom; font-weight: 600; }
    tbody tr > * { border-bottom: 1px solid var(--line); }
    td { min-width: 4.5rem; max-width: 24rem; }
    tbody th { max-width: 22rem; }

    .matrix thead th { min-width: 8rem; max-width: 14rem; }
    .matrix tbody th { min-width: 22rem; position: sticky; left: 0; background: var(--page); }
    @media (min-width: 60rem) {
      .matrix td { white-space: nowrap; }
      .scroll:has(.fitting) { overflow: visible; }
      .fitting thead th { position: sticky; top: 0; z-index: 1; background: var(--page); }
    }
    body:has(#notable:checked) .passing { display: none; }

    .questions :is(th, td) { min-width: 7.5rem; }
    .questions td:nth-last-child(2) { min-width: 11rem; }
    .questions td:last-child { min-width: 15rem; }
    .questions td:last-child a { display: block; }
    .pages { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-bottom: .75rem; }

    details { margin: .35rem 0; }
    summary { width: fit-content; cursor: pointer; color: var(--quiet); font-size: .9375rem; }
    details ul { margin: .35rem 0 .75rem; padding-left: 1.25rem; font-size: .9375rem; }
    .contents ul, .columns { columns: 20rem; column-gap: 2rem; padding-left: 1.1rem; font-size: .9375rem; }

    .rule { padding: 1.1rem 0 .9rem; border-top: 1px solid var(--line); }
    .rule:target { box-shadow: -.75rem 0 var(--page), -1rem 0 var(--link); }
    .rule:target > h3 { background: var(--target); box-shadow: 0 0 0 .3rem var(--target); }
    .rule p, .rule ul, .rule dl { margin-bottom: .35rem; }
    .level {
      padding: .05rem .45rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--quiet); font-size: .75rem;
      font-weight: 500; white-space: nowrap;
    }
    .reason, .source { color: var(--quiet); font-size: .9375rem; }
    .verdicts { display: flex; flex-wrap: wrap; gap: .15rem 1.75rem; margin: .35rem 0 0; padding: 0; list-style: none; font-size: .9375rem; }
    .passed { color: var(--passed); }
    .none { color: var(--quiet); }
    .known { color: var(--known); }
    .failed { color: var(--failed); }
    strong, a.failed { font-weight: 600; }

    .failure { margin: .75rem 0; padding: .75rem 1rem; background: var(--raised); border-radius: 6px; }
    dl { margin: 0; font-size: .9375rem; }
    dl > div { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: .15rem .75rem; padding: .1rem 0; }
    dt { color: var(--quiet); }
    dd { margin: 0; unicode-bidi: isolate; white-space: pre-wrap; }
    dd ol { margin: 0; padding-left: 1.5rem; white-space: normal; }
    dd li { white-space: pre-wrap; }

    @media (max-width: 40rem) {
      body { padding: 0 1rem 4rem; }
      h1 { font-size: 1.625rem; margin-top: 1.75rem; }
      h2 { margin-top: 2.25rem; }
      search { flex: 1 0 100%; }
      search div { width: 100%; }
      .matrix tbody th { min-width: 10.5rem; max-width: 10.5rem; }
      .matrix thead th { min-width: 6.5rem; }
      .rule:target { box-shadow: -.5rem 0 var(--page), -.75rem 0 var(--link); }
      .failure { padding: .75rem; }
      dl > div { grid-template-columns: minmax(0, 1fr); }
    }
    """
}
