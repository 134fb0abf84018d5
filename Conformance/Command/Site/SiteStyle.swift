extension Site {
  /// How pages look: one column, system fonts, two schemes. Nothing moves, so there is no motion to reduce.
  static let style = """
    :root {
      color-scheme: light dark;
      --page: #fdfdfb; --raised: #f3f3ef; --line: #d8d8d1; --text: #1d1d1b; --quiet: #5c5c56; --link: #0a55a3;
      --target: #fff4cc; --passed: #2b6440; --known: #7a4a00; --failed: #a1221c;
      --kept: #58a57c; --amber: #e5a83b; --red: #b3261e; --sign: #fff; --blank: #ecece7; --other: #c9cdf0; --chosen: #4a4f8c;
      --code: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #16171a; --raised: #202226; --line: #3a3c42; --text: #e6e6e2; --quiet: #a8a9a4; --link: #8fbcf2;
        --target: #37321c; --passed: #8fcea3; --known: #e6b566; --failed: #ff9d92;
        --kept: #3f8460; --amber: #d09330; --red: #ff8478; --sign: #2b0502; --blank: #232529; --other: #4a4f86; --chosen: #b9bef5;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    time { white-space: nowrap; }
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

    .filters { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin: 0 0 1.25rem; font-size: .875rem; }
    .filters :is(input[type="search"], select) {
      max-width: 12rem; padding: .3rem .5rem; font: inherit; color: var(--text); background: var(--page);
      border: 1px solid var(--quiet); border-radius: 6px;
    }
    .filters label { display: flex; gap: .4rem; align-items: center; }
    .filters [role="status"] { color: var(--quiet); }
    .faded { opacity: .15; }
    th button {
      margin-left: .3rem; padding: 0 .3rem; font: inherit; color: var(--quiet); background: none; border: 0; cursor: pointer;
    }
    th button::after { content: "↕"; }
    [aria-sort="ascending"] button::after { content: "↑"; }
    [aria-sort="descending"] button::after { content: "↓"; }
    th[aria-sort] button { color: var(--link); }

    .matrix thead span { display: block; font-weight: 400; }
    .matrix thead th { min-width: 8rem; max-width: 14rem; position: sticky; top: 0; z-index: 1; background: var(--page); }
    .matrix tbody th { min-width: 17rem; }
    .matrix td { min-width: 9rem; }
    /* Whole pixels: what is sticky covers the line of the row above if it begins within one. */
    .matrix :is(th, td) { padding-block: 7px; line-height: 20px; }
    .matrix code { line-height: inherit; }
    .matrix th:first-child { position: sticky; left: 0; background: var(--page); }
    .matrix thead th:first-child { z-index: 2; }
    .matrix .statement { margin: .25rem 0 0; color: var(--quiet); font-size: .8125rem; }
    .scroll:has(.matrix) { scroll-padding: 4.5rem .5rem .5rem 18rem; max-height: 85vh; overflow: auto; padding-right: .5rem; border: solid var(--line); border-width: 0 1px 1px 0; }
    @media (min-width: 60rem) {
      .fitting tbody th { min-width: 22rem; }
      .matrix.fitting thead th { max-width: 10rem; }
      .scroll:has(.fitting) { max-height: none; overflow: visible; border: 0; }
    }
    body:has(#notable:checked) .passing { display: none; }

    .questions table { font-size: .8125rem; }
    .questions :is(th, td) { padding-right: 1rem; }
    .questions td { min-width: 0; }
    .questions td:last-child { min-width: 13rem; }
    .questions td:last-child a { display: block; }
    .pages { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-bottom: .75rem; }

    .overview { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); gap: .5rem 1.5rem; padding: 1.5rem 0; border-top: 1px solid var(--line); }
    .overview h2 { margin: 0 0 .35rem; }
    .overview h2 a { color: var(--text); }
    .overview p { margin: 0 0 .25rem; font-size: .875rem; color: var(--quiet); }
    .overview p span { white-space: nowrap; }
    .overview .about, .about { color: var(--text); }
    .overview .score { font-size: .9375rem; }
    .score strong { display: block; font-size: 1.75rem; line-height: 1.15; letter-spacing: -.02em; color: var(--text); font-variant-numeric: tabular-nums; }
    .provenance { color: var(--quiet); font-size: .9375rem; }
    .picture { display: flex; flex-wrap: wrap; gap: .85rem 1rem; align-items: end; align-content: start; margin-bottom: 1rem; }
    .picture p { margin: 0 0 .3rem; font-size: .8125rem; line-height: 1.3; color: var(--quiet); font-variant-numeric: tabular-nums; }
    .picture p a { display: block; width: fit-content; color: var(--text); font-weight: 600; }
    .picture > div { --cell: 14px; }
    .cells { display: grid; grid-auto-flow: column; grid-template-rows: repeat(8, var(--cell)); grid-auto-columns: var(--cell); gap: 2px; }
    .cells :is(a, i) {
      display: grid; place-items: center; width: var(--cell); height: var(--cell); border-radius: 3px;
      font: 700 11px/1 var(--code); text-decoration: none; color: var(--text);
    }
    .cells a:hover { outline: 2px solid var(--text); outline-offset: 1px; }
    .cells .passed { background: var(--kept); }
    .cells .partlyPassed { background: linear-gradient(135deg, var(--kept) 52%, transparent 52%); box-shadow: inset 0 0 0 1px var(--kept); }
    .cells .choice { background: var(--other); color: var(--text); }
    .cells .blocked { box-shadow: inset 0 0 0 1px var(--amber); color: var(--known); }
    .cells :is(.breach, .violated, .crashed, .hung, .setupFailed, .unexpectedPass) { background: var(--red); color: var(--sign); }
    .cells .notAssessed { box-shadow: inset 0 0 0 1px var(--line); color: var(--quiet); }
    .cells .noResult, .blank i { background: var(--blank); }
    .cells .same { background: none; box-shadow: inset 0 0 0 1px var(--line); color: var(--quiet); }
    .cells .changed { outline: 2px solid var(--quiet); z-index: 1; }
    .cells :is(.broken, .new) { outline-color: var(--failed); }
    .cells .lost { outline: 2px dashed var(--known); }
    .cells .mended { outline-color: var(--passed); }
    .cells .changed:is(:hover, :focus-visible) { outline: 3px solid var(--link); }
    .legend { --cell: 14px; display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; margin: 0 0 1.5rem; padding: 0; list-style: none; font-size: .875rem; }
    .legend li { display: flex; gap: .45rem; align-items: center; }
    .label {
      position: fixed; z-index: 3; max-width: min(30rem, calc(100vw - 8px)); padding: .25rem .6rem; border-radius: 5px;
      background: var(--text); color: var(--page); font-size: .8125rem; pointer-events: none; overflow-wrap: anywhere;
    }
    .label:empty { display: none; }
    .sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2rem; }
    .sides h2 { margin-top: 1rem; }
    .findings, .story { max-width: 46rem; padding-left: 1.5rem; }
    :is(.findings, .story) li { margin-bottom: .6rem; overflow-wrap: anywhere; }
    .badges { padding: 0; list-style: none; }
    .badges li { display: flex; flex-wrap: wrap; gap: .35rem 1rem; align-items: center; margin-bottom: .5rem; }
    .badges code { overflow-wrap: anywhere; }

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
    .passed, .partlyPassed { color: var(--passed); }
    .none, .notAssessed { color: var(--quiet); }
    .blocked { color: var(--known); }
    .choice { color: var(--chosen); }
    .breach, .violated, .crashed, .hung, .setupFailed, .unexpectedPass { color: var(--failed); }
    strong, a:is(.breach, .violated, .crashed, .hung) { font-weight: 600; }

    .failure { margin: .75rem 0; padding: .75rem 1rem; background: var(--raised); border-radius: 6px; }
    dl { margin: 0; font-size: .9375rem; }
    dl > div { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: .15rem .75rem; padding: .1rem 0; }
    dt { color: var(--quiet); }
    dd { margin: 0; unicode-bidi: isolate; white-space: pre-wrap; }
    dd ol { margin: 0; padding-left: 1.5rem; white-space: normal; }
    dd li { white-space: pre-wrap; }
    dd .failing { color: var(--failed); font-weight: 600; }
    dd .failing::marker { content: "× "; }

    @media (max-width: 40rem) {
      body { padding: 0 1rem 4rem; }
      h1 { font-size: 1.625rem; margin-top: 1.75rem; }
      h2 { margin-top: 2.25rem; }
      search { flex: 1 0 100%; }
      search div { width: 100%; }
      .scroll:has(.matrix) { scroll-padding-left: 10rem; }
      .matrix th:first-child { min-width: 9.5rem; max-width: 9.5rem; }
      .matrix thead th { min-width: 6.5rem; }
      .rule:target { box-shadow: -.5rem 0 var(--page), -.75rem 0 var(--link); }
      .overview, .sides { grid-template-columns: minmax(0, 1fr); }
      .blank { display: none; }
      .picture > div { --cell: 18px; width: 100%; }
      .picture .cells { grid-auto-flow: row; grid-template: none / repeat(auto-fill, var(--cell)); grid-auto-rows: var(--cell); }
      .picture p a { display: inline; margin-right: .35rem; }
      .stacked, .stacked :is(tbody, tr, th, td) { display: block; max-width: none; min-width: 0; padding: 0; border: 0; }
      .stacked td:empty { display: none; }
      .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .stacked tbody tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
      .stacked tbody th { font-weight: 600; }
      .stacked tbody :is(th, td)::before { font-weight: 400; content: attr(data-column) ": "; color: var(--quiet); }
      .failure { padding: .75rem; }
      dl > div { grid-template-columns: minmax(0, 1fr); }
    }
    """
}
