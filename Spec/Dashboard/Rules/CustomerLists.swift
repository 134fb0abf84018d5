/// Customer lists: always cached, and refreshed every two hours (RevenueCat, 'Caching', under 'Dashboard').
extension DashboardSpec {
  static var customerListsTopic: Topic<DashboardAction> {
    Topic(
      "dashboard.customer-lists",
      premises: [
        .inRuns("dashboard.customer-lists.every-two-hours[card=a customer list,account=usual,age=2 h 1 s]") {
          $0.last == .view(.customerList) && $0.contains(.world(.advance(.hours(2) + .seconds(1))))
        }
      ]
    ) {
      Rule(
        "every-two-hours", .must,
        "Customer lists are always cached, and are refreshed every two hours, neither earlier nor later.",
        from: dashboard, about: .age
      ).rows {
        Row("refreshed twice", given: .viewed(.customerList)) {
          Step(.advance(.hours(2) + .seconds(1)))
          Step(.view(.customerList), .answers(.v2))
          Step(.change(.v3))
          // Refreshed at exactly two hours or by the view a second later: the next refresh is two hours after that.
          Step(.advance(.hours(2) - .seconds(2)))
          Step(.view(.customerList), .answers(.v2), .requestsNothing)
          Step(.advance(.seconds(3)))
          Step(.view(.customerList), .answers(.v3))
        }
        Row("viewed every ten minutes", given: .viewed(.customerList)) {
          (2...4).flatMap { number -> [DashboardStep] in
            let (old, new) = (DashboardFigure(DataVersion(number - 1)), DashboardFigure(DataVersion(number)))
            var steps = [DashboardStep(.change(DataVersion(number)))]
            for _ in 1...11 {
              steps += [Step(.advance(.minutes(10))), Step(.view(.customerList), .answers(old), .requestsNothing)]
            }
            steps += [Step(.advance(.minutes(10) + .seconds(1))), Step(.view(.customerList), .answers(new))]
            return steps
          }
        }
        Row("refreshed when the data has not changed", given: .viewed(.customerList)) {
          Step(.change(.v1))
          Step(.advance(.hours(2) + .seconds(1)))
          Step(.view(.customerList), .answers(.v1))
          Step(.change(.v3))
          Step(.advance(.hours(1)))
          Step(.view(.customerList), .answers(.v1), .requestsNothing)
          Step(.advance(.hours(1) + .seconds(1)))
          Step(.view(.customerList), .answers(.v3))
        }
        Row("another card is viewed meanwhile", given: .viewed(.customerList)) {
          Step(.advance(.hours(1)))
          Step(.view(.newCustomers))
          Step(.view(.customerList), .answers(.v1), .requestsNothing)
          Step(.advance(.hours(1) + .seconds(1)))
          Step(.view(.customerList), .answers(.v2))
        }
        Row("viewed by two at once", given: .opened(.usual)) {
          Step(.requests(.hold))
          Step(.begin(.customerList, as: "a view"))
          Step(.requests(.awaitHeld(1)))
          Step(.begin(.customerList, as: "another"))
          Step(.requests(.releaseAll))
          Step(.finish("a view"), .answers(.v1))
          Step(.finish("another"), .answers(.v1))
          Step(.change(.v2))
          Step(.view(.customerList), .answers(.v1), .requestsNothing)
        }
        Row("another card cannot be computed meanwhile", given: .viewed(.customerList)) {
          Step(.source(.failing(.serverError)))
          Step.unjudged(.view(.activeSubscriptions))
          Step(.advance(.hours(1)))
          Step(.view(.customerList), .answers(.v1), .requestsNothing)
        }
      }
      Rule(
        "exactly-two-hours", .open,
        "A customer list that is exactly two hours old is refreshed, or is not refreshed yet.", from: dashboard,
        because: "'Every two hours' does not say whether a list is refreshed at exactly two hours or after.")
    }
  }
}
