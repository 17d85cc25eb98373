/// The text of `previewd --help`.
enum PreviewdHelp {
  static let discussion = """
    Answers POST /v1/thumbnail and POST /v1/preview with a picture or preview of the document in the body, and GET of the \
    same with ?path= of a file below a root. The description of the whole interface is at /v1/openapi.json; \
    /livez, /readyz and /metrics are at an address of their own. Documents are rendered by providers, in processes of their own \
    that can do no harm.

    Each setting is a flag, a variable such as CAMEO_PREVIEWD_QUEUE_SECONDS, or a member such as queueSeconds of the \
    JSON file that --config names; the first of these that is given counts.

    SIGTERM and SIGINT end the service when every request was answered, or --drain-seconds are over; a second signal ends it \
    at once.

    EXAMPLES:
      previewd --root ~/Pictures
      curl -o t.png 'http://127.0.0.1:8880/v1/thumbnail?path=photo.jpg&size=256'
          a picture of a file below the root
      curl -o t.png --data-binary @letter.pdf 'http://127.0.0.1:8880/v1/thumbnail?name=letter.pdf'
          a picture of a document that is sent along
      previewd --listen 0.0.0.0:8880 --tokens /etc/cameo/tokens
          for other machines, which need one of the tokens
      previewd sign --keys /etc/cameo/keys '/v1/thumbnail?path=photo.jpg'
          an address that works without a token for an hour
    """
}
