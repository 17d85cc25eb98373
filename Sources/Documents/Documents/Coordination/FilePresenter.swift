/// What shows or edits a document and wants to know what others do with it. A `DocumentSession` is one by itself.
///
/// Other processes reach it by a socket in `$XDG_RUNTIME_DIR/cameo/documents`, which only this user can open. They only
/// ask: nothing that they say is believed without a look at the disk.
public protocol FilePresenter: AnyObject, Sendable {
  /// Another program is about to read the document: unsaved changes should be saved. It waits a short time.
  func savePresentedItemChanges() async
  /// Another program is about to write the document. It waits a short time.
  func relinquishPresentedItemToWriter() async
  /// Another program says that the document has another path now, at which is the file that was at the old one.
  func presentedItemDidMove(to path: String) async
}

extension FilePresenter {
  public func savePresentedItemChanges() async {}
  public func relinquishPresentedItemToWriter() async {}
  public func presentedItemDidMove(to path: String) async {}
}
