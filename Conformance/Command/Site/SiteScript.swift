import CacheConformance
import CacheSpec
import Foundation

/// The search, as a script that contains its index, because pages opened from a folder cannot fetch one.
extension Site {
  var searchScript: String {
    get throws {
      let rules = chapters.flatMap { chapter in
        chapter.rules.map { [$0.id.text, $0.statement.replacing("`", with: ""), "\(chapter.page)#\($0.id)"] }
      }
      let modules = modules.map { [$0.label.printable, "module", $0.page] }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      let index = String(decoding: try encoder.encode(rules + modules), as: UTF8.self)
      return "\"use strict\";\nconst index = \(index);\n\(Self.script)\n"
    }
  }

  private static let script = """
    const field = document.getElementById("search");
    const found = document.getElementById("found");
    const count = document.getElementById("count");
    const limit = 40;

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
}
