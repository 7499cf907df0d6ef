// headlight thumbnail: the preview image stored in a session file, for file managers.

#include "app/command_line.h"
#include "app/commands.h"

#include "core/io/atomic_file.h"
#include "core/session/fields.h"
#include "ui/figure/session_picture.h"
#include "ui/state/session.h"

#include <QBuffer>

#include <filesystem>
#include <string>

namespace headlight {

namespace {

struct ThumbnailOptions
{
    std::string session, output;
    int size = kSessionPicture;
};

constexpr int kLargest = 2048; ///< largest size that file managers request

Result<void> writeThumbnail(const ThumbnailOptions& options)
{
    if (options.session.empty() || options.output.empty())
        return usageError({}, "needs --session FILE and -o FILE.png");
    ASSIGN_OR_RETURN(const auto tree, SessionTree::read(options.session));
    ASSIGN_OR_RETURN(const auto read, sessionFromTree(tree, options.session));
    ASSIGN_OR_RETURN(const auto picture,
                     sessionThumbnail(read.session.picture, options.size, options.session));
    QBuffer png;
    png.open(QIODevice::WriteOnly);
    if (!picture.save(&png, "png"))
        return Error{ErrorCode::kOutOfMemory, "the picture does not fit into memory", options.output};
    return writeFileAtomically(std::filesystem::path(options.output), png.data().toStdString());
}

} // namespace

int runThumbnail(int argc, char** argv)
{
    ThumbnailOptions options;
    CommandLine line("thumbnail",
                     "Writes a saved session's picture of its heatmap to a PNG file, for file managers.");
    line.text("--session", options.session, "session file", "FILE");
    line.number("--size", options.size, 16, kLargest, "pixels of the longer side");
    line.resultFile(options.output, ResultFormats::only(".png"), "PNG file to write", "FILE");
    return line.run(argc, argv, [&] { return writeThumbnail(options); });
}

} // namespace headlight
