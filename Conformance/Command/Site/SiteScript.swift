import CacheConformance
import CacheSpec
import Foundation

/// The search, with its index, because pages opened from a folder cannot fetch one; the names of cells; filters; sorting.
extension Site {
  var script: String {
    get throws {
      let rules = chapters.map { chapter in
        IndexedPage(
          page: chapter.page,
          rules: chapter.rules.map { [$0.id.text, $0.statement.replacing("`", with: ""), $0.level.rawValue] })
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      func encoded(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
      }
      let modules = try encoded(modules.map { [$0.label.printable, "module", $0.page] })
      let verdicts = (Look.ranked.map(\.style) + ["none"]).joined(separator: " ")
      return "\"use strict\";\nconst verdicts = \"\(verdicts)\".split(\" \");\n"
        + "const pages = \(try encoded(rules));\nconst modules = \(modules);\n"
        + [Self.searching, Self.naming, Self.filtering, Self.sorting].joined(separator: "\n") + "\n"
    }
  }

  private static let searching = """
    const field = document.getElementById("search");
    const found = document.getElementById("found");
    const count = document.getElementById("count");
    const limit = 40;
    const index = pages
      .flatMap(({ page, rules }) => rules.map(([id, text, level]) => [id, text, `${page}#${id}`, level])).concat(modules);

    function search() {
      const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
      const rank = ([id, text]) => words.every(word => id.toLowerCase().includes(word)) ? 0
        : words.every(word => `${id} ${text}`.toLowerCase().includes(word)) ? 1 : 2;
      const ranked = words.length ? index.map(entry => [rank(entry), entry]).filter(([rank]) => rank < 2) : [];
      ranked.sort(([one], [other]) => one - other);
      found.replaceChildren(...ranked.slice(0, limit).map(([, [id, text, address]]) => {
        const [item, link, name] = ["li", "a", "code"].map(tag => document.createElement(tag));
        name.textContent = id;
        link.href = address;
        link.append(name, " " + text);
        item.append(link);
        return item;
      }));
      const more = ranked.length > limit ? `, of which ${limit} are shown` : "";
      count.textContent = words.length ? `${ranked.length} found${more}` : "";
    }

    function close() {
      field.value = "";
      search();
    }

    field.closest("search").hidden = false;
    field.addEventListener("input", search);
    found.addEventListener("click", close);
    document.addEventListener("keydown", event => {
      const links = [...found.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      const isSearching = at >= 0 || document.activeElement === field;
      if (event.key === "/" && !isSearching && !event.ctrlKey && !event.metaKey && !event.altKey) {
        field.focus();
      } else if (event.key === "Escape" && isSearching) {
        field.focus();
        close();
      } else if (event.key === "Enter" && document.activeElement === field && links.length) {
        links[0].click();
      } else if (event.key === "ArrowDown" && isSearching && at + 1 < links.length) {
        links[at + 1].focus();
      } else if (event.key === "ArrowUp" && at >= 0) {
        (links[at - 1] ?? field).focus();
      } else {
        return;
      }
      event.preventDefault();
    });
    """

  /// Shows the name and the statement of the cell that the pointer or the focus is on. In each group of a picture one
  /// cell is reached by Tab, and the others from it by arrow keys.
  private static let naming = """
    const label = document.body.appendChild(document.createElement("div"));
    label.className = "label";
    label.ariaHidden = "true";
    const rules = new Map(index.map(([id, statement, , level]) => [id, { statement, level }]));
    const cellOf = event => event.target.closest?.(".cells a");
    const entryOf = event => cellOf(event) ?? event.target.closest?.(".matrix tbody :is(th, td)");
    const ruleOf = item => item.id
      || (item.closest("tr")?.querySelector("th a") ?? item.querySelector("a") ?? item).hash?.slice(1);

    function showName(cell) {
      label.replaceChildren();
      if (!cell) return;
      const statement = document.createElement("span");
      statement.id = "statement";
      statement.textContent = rules.get(ruleOf(cell))?.statement ?? "";
      label.append(cell.ariaLabel ? `${cell.ariaLabel}. ` : "", statement);
      const { left, bottom, top } = cell.getBoundingClientRect();
      const below = bottom + 6 + label.offsetHeight < innerHeight;
      label.style.left = `${Math.max(4, Math.min(left, document.documentElement.clientWidth - label.offsetWidth - 4))}px`;
      label.style.top = `${below ? bottom + 6 : top - 6 - label.offsetHeight}px`;
    }

    for (const cell of document.querySelectorAll(".cells a")) cell.tabIndex = cell.previousElementSibling ? -1 : 0;
    document.addEventListener("mouseover", event => showName(entryOf(event)));
    document.addEventListener("scroll", () => showName(), { passive: true, capture: true });
    document.addEventListener("focusin", event => {
      const cell = cellOf(event);
      const entry = entryOf(event);
      showName(entry);
      if (entry) event.target.setAttribute("aria-describedby", "statement");
      for (const other of cell?.parentElement.querySelectorAll("[tabindex='0']") ?? []) other.tabIndex = -1;
      if (cell) cell.tabIndex = 0;
    });
    document.addEventListener("keydown", event => {
      const cell = cellOf(event);
      const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
      if (event.key === "Escape") showName();
      if (!cell || x === undefined) return;
      const pitch = cell.offsetWidth + parseFloat(getComputedStyle(cell.parentElement).columnGap);
      [...cell.parentElement.children].find(other => other.offsetLeft === cell.offsetLeft + x * pitch
        && other.offsetTop === cell.offsetTop + y * pitch)?.focus();
      event.preventDefault();
    });
    """
}

/// A page's rules in the index: the id, the statement and the level of each.
private struct IndexedPage: Encodable {
  let page: String
  let rules: [[String]]
}
