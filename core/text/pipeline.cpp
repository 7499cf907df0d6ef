#include "core/text/pipeline.h"

#include "core/text/aligned_text.h"
#include "core/text/steps/byte_level.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace headlight {

namespace {

constexpr std::string_view kMetaspacePiece = "\u2581";

class PipelineTokenizer : public Tokenizer
{
public:
    explicit PipelineTokenizer(PipelineParts parts)
        : m_parts(std::move(parts))
    {
        m_size = m_parts.model->vocabulary().idCount();
        for (const auto& [id, token] : m_parts.added.all())
            m_size = std::max<std::int64_t>(m_size, std::int64_t{id} + 1);
    }

    Result<std::vector<Token>> encode(std::string_view text, std::optional<std::string_view> pair,
                                      const EncodeOptions& options) const override;
    std::string decode(std::span<const TokenId> ids, bool skipSpecial) const override;

    std::string piece(TokenId id) const override { return std::string(spelling(id)); }
    std::optional<TokenId> idOf(std::string_view piece) const override
    {
        if (const std::optional<TokenId> added = m_parts.added.idOf(std::string(piece)))
            return added;
        return m_parts.model->vocabulary().find(piece);
    }
    bool isSpecial(TokenId id) const override
    {
        const std::string_view content = spelling(id);
        return !content.empty() && m_parts.added.isSpecial(content);
    }
    std::optional<TokenId> maskToken() const override { return m_parts.mask; }
    PieceJoint joint(TokenId id) const override;
    std::string word(TokenId id) const override;
    std::string display(TokenId id) const override
    {
        if (const AddedToken* token = m_parts.added.find(id))
            return token->special ? token->content : displayPiece(token->content, PieceStyle::kPlain, {});
        const std::string_view piece = m_parts.model->vocabulary().piece(id);
        if (piece.empty()) // an unused id
            return std::to_string(id);
        return displayPiece(piece, m_parts.style, m_parts.model->endOfWordSuffix());
    }
    std::int64_t vocabularySize() const override { return m_size; }
    std::string kind() const override
    {
        const std::string kind = m_parts.model->kind();
        return m_parts.style == PieceStyle::kByteLevel ? "byte-level " + kind : kind;
    }

private:
    std::string_view spelling(TokenId id) const
    {
        if (const AddedToken* token = m_parts.added.find(id))
            return token->content;
        return m_parts.model->vocabulary().piece(id);
    }
    /// Whether the model's own piece is a special token; its id may belong to another, added token.
    bool isSpecialPiece(TokenId id) const
    {
        const AddedToken* token = m_parts.added.find(id);
        return token && token->special && token->content == m_parts.model->vocabulary().piece(id);
    }
    Token addedToken(const TextPieces& text, const TextPiece& piece) const;
    /// An error in the tokenizer's file that only a text reveals.
    Error located(Error error) const
    {
        if (error.file.empty())
            error.file = m_parts.file;
        return error;
    }
    Result<TextPieces> prepare(std::string_view text) const;
    Result<void> tokenizeWord(const TextPieces& text, const TextPiece& piece, std::vector<Token>& tokens,
                              struct WordBuffers& buffers) const;
    Result<std::vector<Token>> encodeOne(std::string_view text, std::int32_t typeId) const;

    PipelineParts m_parts;
    std::int64_t m_size = 0;
};

/// Buffers reused for every word.
struct WordBuffers
{
    std::string bytes;
    std::vector<std::uint32_t> codePoints; ///< one per byte of the word
    std::vector<ModelToken> found;
};

CodePointRange originOf(const AlignedText& text, std::size_t begin, std::size_t end)
{
    return {text.origins[begin].begin, text.origins[end - 1].end};
}

CodePointRange rangeOf(const TextPieces& text, const TextPiece& piece, const ModelToken& token,
                       const std::vector<std::uint32_t>& codePoints)
{
    const auto place = [&](std::size_t byte) { return piece.begin + codePoints[byte]; };
    if (token.begin < token.end)
        return originOf(text.text, place(token.begin), place(token.end - 1) + 1);
    // A token without text gets an empty range at its place.
    const std::int32_t at = token.begin < codePoints.size() ? text.text.origins[place(token.begin)].begin
                                                            : text.text.origins[piece.end - 1].end;
    return {at, at};
}

std::string trimWhitespace(std::string_view text)
{
    const std::u32string chars = decodeUtf8(text);
    const auto begin = std::ranges::find_if_not(chars, isWhitespace);
    const auto end = std::find_if_not(chars.rbegin(), chars.rend(), isWhitespace).base();
    return begin < end ? encodeUtf8(std::u32string(begin, end)) : std::string();
}

Error withField(Error error, const char* field)
{
    error.field = field;
    return error;
}

/// Added tokens that are searched for in the original text are cut out first; the text between them is
/// normalized stretch by stretch; then the other added tokens are cut out.
Result<TextPieces> PipelineTokenizer::prepare(std::string_view text) const
{
    const std::u32string chars = decodeUtf8(text);
    TextPieces out;
    out.text.reserve(chars.size() + chars.size() / 4);
    TextBudget budget(chars.size());
    ASSIGN_OR_RETURN(const auto outers, m_parts.added.split(chars, false, budget));
    for (const TextPiece& outer : outers) {
        const std::u32string_view stretch
            = std::u32string_view(chars).substr(outer.begin, outer.end - outer.begin);
        AlignedText section = alignedText(stretch, static_cast<std::int32_t>(outer.begin));
        const std::size_t offset = out.text.size();
        if (outer.addedToken >= 0) {
            out.text.append(section, 0, section.size());
            out.pieces.push_back({offset, out.text.size(), outer.addedToken});
            continue;
        }
        if (m_parts.normalizer) {
            RETURN_IF_ERROR(m_parts.normalizer->apply(section, budget));
        }
        out.text.append(section, 0, section.size());
        ASSIGN_OR_RETURN(const auto inners, m_parts.added.split(section.chars, true, budget));
        // Many short stretches may each be below the limit.
        if (auto fits = budget.checkSize(out.text.size()); !fits)
            return withField(fits.error(), "normalizer");
        for (const TextPiece& inner : inners)
            out.pieces.push_back({offset + inner.begin, offset + inner.end, inner.addedToken});
    }
    if (m_parts.preTokenizer) {
        RETURN_IF_ERROR(m_parts.preTokenizer->apply(out, budget));
    }
    return out;
}

Result<void> PipelineTokenizer::tokenizeWord(const TextPieces& text, const TextPiece& piece,
                                             std::vector<Token>& tokens, WordBuffers& buffers) const
{
    buffers.bytes.clear();
    buffers.codePoints.clear();
    buffers.found.clear();
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
        appendUtf8(buffers.bytes, text.text.chars[i]);
        buffers.codePoints.resize(buffers.bytes.size(), static_cast<std::uint32_t>(i - piece.begin));
    }
    RETURN_IF_ERROR(m_parts.model->tokenize(buffers.bytes, buffers.found));
    for (ModelToken& found : buffers.found) {
        std::string& spelling = found.spelling;
        if (spelling.empty())
            spelling = m_parts.model->vocabulary().piece(found.id);
        tokens.push_back({found.id, std::move(spelling), rangeOf(text, piece, found, buffers.codePoints),
                          isSpecialPiece(found.id), 0});
    }
    return {};
}

Token PipelineTokenizer::addedToken(const TextPieces& text, const TextPiece& piece) const
{
    // Written as in the text: post-processors trim the white space included in it.
    const std::u32string_view chars = text.text.chars;
    return {piece.addedToken, encodeUtf8(chars.substr(piece.begin, piece.end - piece.begin)),
            originOf(text.text, piece.begin, piece.end), m_parts.added.find(piece.addedToken)->special, 0};
}

Result<std::vector<Token>> PipelineTokenizer::encodeOne(std::string_view text, std::int32_t typeId) const
{
    ASSIGN_OR_RETURN(const auto prepared, prepare(text));
    std::vector<Token> tokens;
    WordBuffers buffers;
    for (const TextPiece& piece : prepared.pieces) {
        if (piece.addedToken >= 0)
            tokens.push_back(addedToken(prepared, piece));
        else
            RETURN_IF_ERROR(tokenizeWord(prepared, piece, tokens, buffers));
    }
    for (Token& token : tokens)
        token.typeId = typeId;
    return tokens;
}

Result<std::vector<Token>> PipelineTokenizer::encode(std::string_view text,
                                                     std::optional<std::string_view> pair,
                                                     const EncodeOptions& options) const
{
    // The longest text whose positions fit into a range, with room for what normalization adds.
    constexpr std::size_t kMaxBytes = std::size_t{1} << 28;
    if (text.size() > kMaxBytes || (pair && pair->size() > kMaxBytes)) {
        return Error{ErrorCode::kTooLong, concat("the text is longer than ", kMaxBytes, " bytes")};
    }
    TokenRuns runs;
    for (const std::optional<std::string_view>& part : {std::optional(text), pair}) {
        if (!part)
            continue;
        Result<std::vector<Token>> run = encodeOne(*part, static_cast<std::int32_t>(runs.size()));
        if (!run)
            return located(run.error());
        runs.push_back(std::move(*run));
    }
    if (m_parts.postProcessor) {
        if (Result<void> done = m_parts.postProcessor->apply(runs, options.addSpecial); !done)
            return located(done.error());
    }
    std::vector<Token> all = std::move(runs.front());
    for (std::size_t i = 1; i < runs.size(); ++i)
        std::move(runs[i].begin(), runs[i].end(), std::back_inserter(all));
    for (Token& token : all) {
        const AddedToken* added = m_parts.added.find(token.id);
        if (added && (added->stripLeft || added->stripRight || added->normalized)
            && token.piece != m_parts.model->vocabulary().piece(token.id))
            token.piece = added->content;
    }
    return all;
}

PieceJoint PipelineTokenizer::joint(TokenId id) const
{
    if (m_parts.added.find(id))
        return PieceJoint::kAsIs;
    const std::string_view piece = m_parts.model->vocabulary().piece(id);
    const std::string_view prefix = m_parts.model->continuationPrefix();
    if (!prefix.empty() && piece.starts_with(prefix))
        return PieceJoint::kJoined;
    // If word ends are marked, the previous piece determines whether this one begins a word.
    if (m_parts.style == PieceStyle::kPlain || !prefix.empty() || !m_parts.model->endOfWordSuffix().empty())
        return PieceJoint::kAsIs;
    const bool space = m_parts.style == PieceStyle::kByteLevel ? bytesOfPiece(piece).starts_with(' ')
                                                               : piece.starts_with(kMetaspacePiece);
    return space ? PieceJoint::kSpaceBefore : PieceJoint::kJoined;
}

std::string PipelineTokenizer::word(TokenId id) const
{
    const std::string_view prefix = m_parts.model->continuationPrefix();
    std::string text = decode(std::span(&id, 1), false);
    if (!m_parts.added.find(id) && !prefix.empty() && text.starts_with(prefix))
        text.erase(0, prefix.size());
    return trimWhitespace(text);
}

std::string PipelineTokenizer::decode(std::span<const TokenId> ids, bool skipSpecial) const
{
    std::vector<std::string> pieces;
    pieces.reserve(ids.size());
    for (const TokenId id : ids) {
        const bool known = m_parts.added.find(id) || m_parts.model->vocabulary().has(id);
        if (known && !(skipSpecial && m_parts.added.isSpecial(spelling(id))))
            pieces.emplace_back(spelling(id));
    }
    const bool decoded = m_parts.decoder != nullptr;
    if (decoded)
        m_parts.decoder->apply(pieces);
    std::string text;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        text += (decoded || i == 0 ? "" : " ") + pieces[i];
    const std::string_view suffix = m_parts.model->endOfWordSuffix();
    if (suffix.empty() || m_parts.style != PieceStyle::kByteLevel)
        return text;
    // CLIP's decoder leaves the marks of word ends in the text; its tokenizer class turns them into spaces.
    return trimWhitespace(replaceAll(text, suffix, " "));
}

void appendVisible(std::string& out, char32_t c)
{
    switch (c) {
    case ' ':
        out += "␣";
        return;
    case '\n':
        out += "⏎";
        return;
    case '\t':
        out += "⇥";
        return;
    default:
        if (c < 0x20 || c == 0x7F)
            out += fallbackPiece(static_cast<std::uint8_t>(c));
        else
            appendUtf8(out, c);
    }
}

} // namespace

std::unique_ptr<const Tokenizer> makePipelineTokenizer(PipelineParts parts)
{
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

std::string displayPiece(std::string_view piece, PieceStyle style, std::string_view endOfWordSuffix)
{
    if (!endOfWordSuffix.empty() && piece.size() > endOfWordSuffix.size() && piece.ends_with(endOfWordSuffix))
        piece.remove_suffix(endOfWordSuffix.size());
    const std::string bytes = style == PieceStyle::kByteLevel ? bytesOfPiece(piece) : std::string(piece);
    constexpr char32_t kMetaspace = 0x2581;
    std::string out;
    for (std::size_t i = 0; i < bytes.size();) {
        const Utf8Step step = readUtf8(bytes, i);
        if (step.valid) {
            appendVisible(out, style == PieceStyle::kMetaspace && step.c == kMetaspace ? U' ' : step.c);
            i += step.length;
        } else {
            out += fallbackPiece(static_cast<std::uint8_t>(bytes[i++]));
        }
    }
    return out;
}

} // namespace headlight
