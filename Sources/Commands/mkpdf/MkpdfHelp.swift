/// The text of `mkpdf --help`.
enum MkpdfHelp {
  static let discussion = """
    Makes one PDF of all inputs, in order: a page for each image (for each page of a TIFF) and each SVG drawing, all \
    or some pages of PDFs, and pages of text files, Markdown, tables (CSV, TSV) and page descriptions (JSON or \
    property lists). The content of an input determines its type. Pictures are embedded untouched wherever PDF \
    supports them; the page applies their orientation.

    FILE.pdf[1-3,7,z-5] takes some pages; z is the last one, and a range may run backwards. Shells may need quotes \
    around the brackets: FILE.pdf --pages 1-3 is the same. A file with exactly that name, including the brackets, wins.

    --pages, --password, --rotate, --crop and --alt after an input apply to that input; before the first input, to \
    all. All other options apply to the document, wherever they stand.

    A PDF that is the only input keeps all its parts. Merged PDFs keep outlines, links, named destinations, page \
    labels, form fields, tags and attached files; clashing names are changed. The same command line gives the same \
    bytes: no date is written unless SOURCE_DATE_EPOCH is set. Encrypted documents are the exception.

    Without --skip-bad an input that cannot be read ends the work, and no document is written.

    EXAMPLES:
      mkpdf *.jpg -o album.pdf
          a page for each photograph, as large as the picture
      mkpdf scans/*.tif --paper A4 --auto-orient --margin 10mm -o scans.pdf
          on paper, turned to the orientation of the pictures
      mkpdf report.pdf --pages 1-3,z photo.png 'slides.pdf[7-5]' -o all.pdf
          parts of PDFs and a picture, merged
      mkpdf notes.txt --font-size 11 --footer-center '{page}/{pages}' -o notes.pdf
          text, with page numbers
      mkpdf README.md --style report --contents -o readme.pdf
          Markdown with a page for the title, its headings and their pages
      mkpdf scans/*.tif --ocr deu+eng -o scans.pdf
          scans whose text can be searched
      mkpdf -r holiday --contact-sheet 4x5 --caption '{name} {camera}' -o sheet.pdf
          small pictures with captions, twenty on a page
      mkpdf letter.pdf --stamp logo.svg --watermark DRAFT -o draft.pdf
          over existing pages
      mkpdf scans.pdf --shrink -o small.pdf
          pictures of an existing PDF, reduced to 150 dots per inch
      mkpdf report.pdf --split outline -o chapter.pdf
          chapter-1.pdf, chapter-2.pdf, ...
      mkpdf letter.pdf --underlay 'paper.pdf[1,2]' -o printed.pdf
          on a letterhead with another first page
      mkpdf book.pdf --booklet -o fold.pdf
          two pages on each side, to be printed on both sides and folded
      mkpdf invoice.pdf --attach invoice.xml -o with-data.pdf
          a document with a file in it
      mkpdf bill.json --conform pdfa-3b --attach bill.xml:alternative -o bill.pdf
          an invoice for the archive, with its data
      mkpdf form.pdf --fill people.csv --flatten -o 'letters/{n}.pdf'
          a filled form for each row; the first row names the fields
      mkpdf report.pdf --extract images -o pictures
          the pictures of a document; JPEG files stay as they are
      mkpdf a.pdf --encrypt --user-password env:PASSWORD -o secret.pdf
          a document that needs a password
      cat photo.jpg | mkpdf - -o - | lp
          works between two programs

    EXIT STATUS:
      0   all done
      1   an input failed: no document, or with --skip-bad one without it
      3   all done, some with warnings (0 with --warning-exit-0)
      64  the command line is not valid; nothing was done
    """
}
