/// A shell that commands can be completed in.
enum Shell: String, CaseIterable { case bash, zsh, fish }

/// A script that completes commands, options and ids in a shell, made from the table of commands.
struct CompletionScript {
  /// The name of the executable.
  let tool: String
  let modules: [String]
  let chapters: [String]

  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: "\(purpose(in: shell))\n\(bash)"
    case .zsh: "\(purpose(in: shell))\nautoload -U +X compinit bashcompinit && compinit && bashcompinit\n\(bash)"
    case .fish: fish
    }
  }

  private func purpose(in shell: Shell) -> String {
    "# Completes \(tool) in \(shell): source <(\(tool) completions \(shell))"
  }

  private var function: String { "_" + tool.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() }

  // MARK: bash and zsh

  /// In zsh, the same script completes by way of zsh's own emulation.
  private var bash: String {
    let options = CommandEntry.all.map { command in
      "    \(command.name)) options='\(command.allOptions.flatMap(\.spellings).joined(separator: " "))'\(operand(of: command));;"
    }
    var seen: Set<String> = []
    let values = Option.all.filter { seen.insert($0.name).inserted }.compactMap { option in
      option.completion.map { "    \(option.spellings.joined(separator: "|"))) \(bash($0)); return;;" }
    }
    return """
      \(function)() {
        local tool=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        local command= options= index
        for ((index = 1; index < COMP_CWORD; index++)); do
          case ${COMP_WORDS[index]} in -*) ;; *) command=${COMP_WORDS[index]}; break;; esac
        done
        case $before in
      \(values.joined(separator: "\n"))
        esac
        case $command in
          '') COMPREPLY=($(compgen -W '\(CommandEntry.all.map(\.name).joined(separator: " ")) --help --version' -- "$word")); return;;
      \(options.joined(separator: "\n"))
        esac
        case $word in -*) COMPREPLY=($(compgen -W "$options" -- "$word"));; esac
      }
      complete -o bashdefault -F \(function) \(tool)
      """
  }

  /// What completes an argument, unless an option is begun.
  private func operand(of command: CommandEntry) -> String {
    guard let completion = command.operands.first?.completion, completion != .nothing else { return "" }
    return "; case $word in -*) ;; *) \(bash(completion));; esac"
  }

  private func bash(_ completion: Completion) -> String {
    switch completion {
    case .nothing: "COMPREPLY=()"
    case .files: #"compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word"))"#
    case .folders: #"compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word"))"#
    case .ids: #"COMPREPLY=($(compgen -W "$("$tool" list 2>/dev/null | cut -d' ' -f1)" -- "$word"))"#
    default: "COMPREPLY=($(compgen -W '\(words(completion).joined(separator: " "))' -- \"$word\"))"
    }
  }

  private func words(_ completion: Completion) -> [String] {
    switch completion {
    case .words(let words): words
    case .modules: modules
    case .chapters: chapters
    case .commands: CommandEntry.all.map(\.name)
    case .nothing, .files, .folders, .ids: []
    }
  }

  // MARK: fish

  private var fish: String {
    let commands = CommandEntry.all.map { command in
      "complete -c \(tool) -n __fish_use_subcommand -f -a \(command.name) -d \(quoted(command.does))"
    }
    let ofEach = CommandEntry.all.flatMap { command in
      let isGiven = "complete -c \(tool) -n '__fish_seen_subcommand_from \(command.name)'"
      let operands = command.operands.prefix(1).map { "\(isGiven) \(fish($0.completion))" }
      return operands
        + command.allOptions.map { option in
          let short = option.short.map { " -s \($0)" } ?? ""
          let value = option.completion.map { " -r \(fish($0))" } ?? " -f"
          return "\(isGiven) -l \(option.name.dropFirst(2))\(short)\(value) -d \(quoted(option.does))"
        }
    }
    return (["# Completes \(tool) in fish: \(tool) completions fish | source"] + commands + ofEach).joined(
      separator: "\n")
  }

  private func fish(_ completion: Completion) -> String {
    switch completion {
    case .nothing: "-f"
    case .files: "-F"
    case .folders: "-f -a '(__fish_complete_directories)'"
    case .ids: "-f -a \"(\(tool) list 2>/dev/null | string split -f1 ' ')\""
    default: "-f -a \(quoted(words(completion).joined(separator: " ")))"
    }
  }

  private func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'"))'"
  }
}

extension Option {
  /// What completes its value, or nil if it needs none.
  fileprivate var completion: Completion? { if case .needed(_, let completion) = value { completion } else { nil } }
}
