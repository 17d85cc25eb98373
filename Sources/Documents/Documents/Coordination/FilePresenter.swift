internal import Synchronization

/// What shows or edits a document and wants to know what others do with it. A `DocumentSession` is one by itself.
///
/// Other processes reach it by a socket in `$XDG_RUNTIME_DIR/cameo/documents`, which only this user can open. They only
/// ask: nothing that they say is believed without a look at the disk.
public protocol FilePresenter: AnyObject, Sendable {
  /// Another program is about to read the document: unsaved changes should be saved. It waits a short time.
  func savePresentedItemChanges() async
  /// Another program is about to write the document. It waits a short time.
  func relinquishPresentedItemToWriter() async
  /// Another program says that the document has another path now. Whoever believes it looks whether the file is there.
  func presentedItemDidMove(to path: String) async
}

extension FilePresenter {
  public func savePresentedItemChanges() async {}
  public func relinquishPresentedItemToWriter() async {}
  public func presentedItemDidMove(to path: String) async {}
}

/// The time in which a presenter hears of what others do. It ends with this object.
public final class FilePresentation: Sendable {
  let socket: PresenterSocket

  /// Begins to present a document. The presenter is not kept.
  ///
  /// - Throws: `missing` where its folder does not exist; `io`.
  public init(of path: String, to presenter: any FilePresenter) throws(DocumentError) {
    socket = try PresenterSocket(key: RuntimeFolder.key(DocumentStorage.resolve(path))) { [weak presenter] request in
      guard let presenter else { return }
      switch request {
      case .save: await presenter.savePresentedItemChanges()
      case .letGo: await presenter.relinquishPresentedItemToWriter()
      case .moved(let path): await presenter.presentedItemDidMove(to: path)
      }
    }
  }
}
