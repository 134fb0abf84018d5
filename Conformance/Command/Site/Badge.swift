import CacheConformance
import CacheSpec

/// A picture for other pages: how many rules of a chapter a module keeps.
extension Site {
  /// The badge of a module for a chapter, as an SVG file.
  func badge(of module: SiteModule, _ chapter: any SpecifiedChapter) -> (path: String, text: String) {
    let fails = chapter.rules.contains { rule in
      let outcomes = module.outcomes[rule.id, default: []]
      return outcomes.contains(where: \.verdict.failsTheRun) || module.look(of: rule).isOfABreach
    }
    let (kept, assessed) = module.share(of: chapter.rules)
    let color = fails ? "#a1221c" : kept == assessed ? "#2b6440" : "#4a4f8c"
    var (left, drawn) = (0, [HTML.tag("title", HTML(words(of: module, chapter)))])
    for (text, color) in [(chapter.name, "#3a3c42"), ("\(kept) of \(assessed) rules", color)] {
      // The width of a text differs with the font, so it is set.
      let width = text.count * 13 / 2
      drawn += [
        .tag("rect", ["x": "\(left)", "width": "\(width + 16)", "height": "20", "fill": color], ""),
        .tag("text", ["x": "\(left + 8)", "y": "14", "textLength": "\(width)", "fill": "#fff"], HTML(text)),
      ]
      left += width + 16
    }
    let image = HTML.tag(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": "\(left)", "height": "20", "role": "img",
        "font-family": "Verdana, DejaVu Sans, sans-serif", "font-size": "11",
      ], HTML(drawn))
    return (path(of: module, chapter), image.source + "\n")
  }

  private func path(of module: SiteModule, _ chapter: any SpecifiedChapter) -> String {
    "badges/\(module.stem)-\(chapter.name.fileName).svg"
  }

  private func words(of module: SiteModule, _ chapter: any SpecifiedChapter) -> String {
    "\(chapter.name): \(share(of: module, chapter.rules)) rules kept"
  }

  /// The badges of a module, each with the Markdown that shows it elsewhere.
  func badges(of module: SiteModule) -> HTML {
    let items = chapters(of: module).map { chapter in
      let path = path(of: module, chapter)
      let image = HTML.void("img", ["src": path, "alt": words(of: module, chapter), "height": "20"])
      let markdown = "[![\(chapter.name)](SITE/\(path))](SITE/\(module.page))"
      return HTML.tag("li", [image, " ", .tag("code", markdown.breakable)])
    }
    return section(
      "Badges",
      [
        .tag("p", "The Markdown beside a badge shows it on another page. SITE is the address of these pages."),
        .tag("ul", ["class": "badges"], HTML(items)),
      ])
  }
}
