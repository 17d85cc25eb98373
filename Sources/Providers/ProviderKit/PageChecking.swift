public import ProviderProtocol

extension FileThumbnailRequest {
  /// Refuses pages other than the first, for a provider whose documents have no pages.
  ///
  /// - Throws: `requestInvalid`.
  public func requireSinglePage() throws(ProviderError) { try PageNumber.check(page, count: 1) }

  /// Refuses a page that the document does not have.
  ///
  /// - Parameter count: the document's pages.
  /// - Throws: `requestInvalid`.
  public func requirePage(of count: Int) throws(ProviderError) { try PageNumber.check(page, count: count) }
}

extension FilePreviewRequest {
  /// Refuses pages other than the first, for a provider whose documents have no pages.
  ///
  /// - Throws: `requestInvalid`.
  public func requireSinglePage() throws(ProviderError) { try PageNumber.check(page, count: 1) }

  /// Refuses a page that the document does not have.
  ///
  /// - Parameter count: the document's pages.
  /// - Throws: `requestInvalid`.
  public func requirePage(of count: Int) throws(ProviderError) { try PageNumber.check(page, count: count) }
}

private enum PageNumber {
  static func check(_ page: Int?, count: Int) throws(ProviderError) {
    guard let page, page < 1 || page > count else { return }
    throw ProviderError(
      .requestInvalid, "there is no page \(page): the document has \(count == 1 ? "one" : "\(count)")")
  }
}
