#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "ui/figure/session_picture.h"

#include <QBuffer>

using namespace headlight;
using namespace headlight::testing;

namespace {

QByteArray pngOf(const QSize& size)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::darkCyan);
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    REQUIRE(image.save(&bytes, "png"));
    return bytes.data();
}

std::string complaint(const QByteArray& png)
{
    const auto picture = sessionThumbnail(png, 128, "a.headlight");
    REQUIRE_FALSE(picture);
    return picture.error().describe();
}

} // namespace

TEST_CASE("session picture: the map that was looked at, as large as it is asked for", "[figure][session]")
{
    FigureRequest request;
    request.trace = syntheticTrace({});
    request.subject = HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 1};
    const QByteArray one = sessionPicture(request);
    const auto small = sessionThumbnail(one, 128, "a.headlight");
    REQUIRE(small);
    CHECK(std::max(small->width(), small->height()) == 128);
    request.subject = HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 0};
    CHECK(sessionPicture(request) != one);
    request.subject = HeadRef{StackKind::kDecoder, 99, AttentionKind::kCross, 0};
    CHECK(sessionPicture(request).isEmpty());
}

TEST_CASE("session picture: what a file says is checked", "[figure][session]")
{
    CHECK(complaint({})
          == "a.headlight: picture: this session keeps none; it has one when it is saved again");
    CHECK(complaint("GIF89a") == "a.headlight: picture: expected a PNG image");
    CHECK(complaint(pngOf({257, 10}))
          == "a.headlight: picture: found 257 × 10 pixels, expected at most 256 × 256");
    const QByteArray whole = pngOf({256, 256});
    CHECK(complaint(whole.left(60)).find("a.headlight: picture: ") == 0);
}
