/// Problems that only the pages at `/browse/` have. The OpenAPI description, which is about `/v1/`, does not list them.
enum BrowseProblem: String {
  /// There is something under the name already, or another program has changed it.
  case conflict
  case lengthRequired
  case rangeNotSatisfiable

  var status: Int {
    switch self {
    case .conflict: 409
    case .lengthRequired: 411
    case .rangeNotSatisfiable: 416
    }
  }
}
