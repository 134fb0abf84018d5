extension ResponseAction {
  /// Modules that apply every 304 to the stored response.
  static let confirmingBlindModules: [BlindModule] = [
    blind(to: .responseConfirmed, "always what is stored") { parts in
      parts.changeLoading { load, inner in
        let fields = load.request.fields
        guard fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil, var stored = try load.stored else {
          return try await inner(load)
        }
        let answer = try await load.world.send(load.request)
        for line in answer.fields.lines { stored.fields[line.name] = line.value }
        if answer.status == 304 { try load.store(stored) }
        return answer
      }
    }
  ]
}
