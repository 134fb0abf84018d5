/// What the script does with the rules of a page: it hides those that are not asked for, and sorts the matrix.
extension Site {
  /// Hides the rules that the fields do not choose. In a picture their cells fade, so that the others keep their places.
  static let filtering = #"""
    const bar = document.querySelector(".filters");
    const narrowed = "main .rule, .matrix tbody tr, .columns li, .picture .cells a";

    function hasVerdict(item, verdict, module) {
      const head = module && item.closest("table")?.querySelector(`thead a[href="${module}"]`);
      const place = head ? item.cells[head.closest("th").cellIndex] : item;
      if (module && !head) return false;
      return !verdict || place.matches(`.${verdict}`) || place.querySelector(`.${verdict}`) !== null;
    }

    function filter() {
      const [text, level, verdict, module] = ["text", "level", "verdict", "module"]
        .map(name => bar.querySelector(`[name="${name}"]`)?.value ?? "");
      const items = [...document.querySelectorAll(narrowed)];
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const [all, chosen, listed] = [new Set(), new Set(), new Set()];
      for (const item of items.reverse()) {
        const id = ruleOf(item);
        const rule = rules.get(id);
        const said = `${id} ${rule?.statement} ${item.textContent}`.toLowerCase();
        const isListed = item.localName === "li";
        const isChosen = isListed ? listed.has(id) : words.every(word => said.includes(word))
          && (!level || rule?.level === level) && hasVerdict(item, verdict, module);
        all.add(id);
        if (isChosen) chosen.add(id);
        if (isChosen && item.localName === "article") listed.add(id);
        if (item.localName === "a") item.classList.toggle("faded", !isChosen);
        else item.hidden = !isChosen;
      }
      const hideable = ":is(.rule, tr, .columns li)";
      for (const part of new Set(items.filter(item => item.matches(hideable)).map(item => item.closest("section")))) {
        if (part) part.hidden = items.every(item => !part.contains(item) || item.hidden);
      }
      const isNarrow = text || level || verdict || module;
      bar.querySelector("[role=status]").textContent = isNarrow ? `${chosen.size} of ${all.size} rules` : "";
    }

    function showStatements({ target }) {
      for (const head of document.querySelectorAll(".matrix tbody th")) {
        head.querySelector("p")?.remove();
        if (!target.checked) continue;
        const statement = head.appendChild(document.createElement("p"));
        statement.className = "statement";
        statement.textContent = rules.get(ruleOf(head))?.statement ?? "";
      }
    }

    if (bar) {
      bar.hidden = false;
      bar.addEventListener("input", filter);
      bar.querySelector("[name=statements]")?.addEventListener("change", showStatements);
    }
    """#

  /// Puts a button into the head of each column of the matrix, which sorts it one way, the other way, and as it was. The
  /// worst verdict comes first. Other tables have none: buttons take longer to lay out than their cells.
  static let sorting = #"""
    function keyOf(cell) {
      if (cell.localName === "th") return cell.textContent;
      const [count, total] = cell.textContent.match(/\d+/g) ?? [0, 1];
      const place = verdicts.indexOf(cell.firstElementChild?.className);
      return place < 0 ? verdicts.length : place - count / total / 2;
    }

    function compare(one, other) {
      return typeof one === "number" ? one - other : one.localeCompare(other, "en", { numeric: true });
    }

    function sort(table, rows, head) {
      const next = { ascending: "descending", descending: null }[head.ariaSort];
      const order = next === undefined ? "ascending" : next;
      for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
      if (order) head.setAttribute("aria-sort", order);
      const sign = { ascending: 1, descending: -1 }[order] ?? 0;
      const keyed = rows.map(row => [keyOf(row.cells[head.cellIndex]), row]);
      table.tBodies[0].append(...keyed.sort(([one], [other]) => sign * compare(one, other)).map(([, row]) => row));
    }

    for (const table of document.querySelectorAll(".matrix")) {
      const rows = [...table.tBodies[0].rows];
      for (const head of table.tHead.rows[0].cells) {
        const button = document.createElement("button");
        button.type = "button";
        button.ariaLabel = `Sort by ${(head.querySelector("a") ?? head).textContent}`;
        button.addEventListener("click", () => sort(table, rows, head));
        head.insertBefore(button, head.querySelector("a")?.nextSibling ?? null);
      }
    }
    """#
}
