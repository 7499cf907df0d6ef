#include "core/text/sentencepiece_segmenter.h"

#include "core/text/unicode.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>
#include <unordered_map>

namespace headlight {

namespace {

using Type = SentencePieceProto::Type;
constexpr std::string_view kSpace = "\u2581";

/// Numbers of pieces by their text: what stands for no text first, as the library looks it up.
class PieceNumbers
{
public:
    explicit PieceNumbers(const SentencePieceProto& proto)
        : m_unknown(proto.unknownId)
    {
        for (std::size_t id = 0; id < proto.pieces.size(); ++id) {
            const SentencePieceProto::Piece& piece = proto.pieces[id];
            (piece.inText() ? m_inText : m_reserved).emplace(piece.text, static_cast<int>(id));
            if (piece.inText())
                m_longest = std::max(m_longest, piece.text.size());
        }
    }
    /// −1 where no piece that occurs in texts is spelled so.
    int inText(std::string_view text) const
    {
        if (text.size() > m_longest)
            return -1;
        const auto found = m_inText.find(text);
        return found == m_inText.end() ? -1 : found->second;
    }
    int any(std::string_view text) const
    {
        if (const auto found = m_reserved.find(text); found != m_reserved.end())
            return found->second;
        const int id = inText(text);
        return id < 0 ? m_unknown : id;
    }

private:
    std::unordered_map<std::string_view, int> m_inText;
    std::unordered_map<std::string_view, int> m_reserved;
    std::size_t m_longest = 0;
    int m_unknown;
};

/// The unigram language model (Kudo 2018) by Viterbi's algorithm. Sums are kept in F32, as the library keeps
/// them: in a long text the rounding decides between pieces that are nearly as good.
class UnigramSegmenter : public SentencePieceSegmenter
{
public:
    explicit UnigramSegmenter(const SentencePieceProto& proto)
        : m_proto(proto)
    {
        std::vector<std::pair<std::string_view, std::int32_t>> pieces;
        float worst = std::numeric_limits<float>::max();
        for (std::size_t id = 0; id < proto.pieces.size(); ++id) {
            const SentencePieceProto::Piece& piece = proto.pieces[id];
            if (piece.inText())
                pieces.emplace_back(piece.text, static_cast<std::int32_t>(id));
            if (piece.type == Type::kNormal) {
                worst = std::min(worst, piece.score);
                m_best = std::max(m_best, piece.score);
            }
        }
        constexpr float kUnknownPenalty = 10.0F;
        m_unknownScore = worst - kUnknownPenalty;
        m_trie = PieceTrie(std::move(pieces));
    }

    void cut(std::string_view text, std::vector<SentencePieceSegment>& out) const override
    {
        std::vector<Best> best(text.size() + 1);
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t length = readUtf8(text, at).length;
            if (!extend(text, at, length, best)) {
                const float sum = m_unknownScore + best[at].sum;
                Best& target = best[at + length];
                if (target.id < 0 || sum > target.sum)
                    target = {sum, m_proto.unknownId, at};
            }
            at += length;
        }
        const std::size_t before = out.size();
        for (std::size_t end = text.size(); end > 0; end = best[end].begin)
            out.push_back({best[end].begin, end, best[end].id});
        std::reverse(out.begin() + static_cast<std::ptrdiff_t>(before), out.end());
    }

private:
    struct Best
    {
        float sum = 0.0F;
        int id = -1; ///< −1: not reached yet
        std::size_t begin = 0;
    };

    /// Tries all pieces that start at `at`; true if one of them is exactly the character there.
    bool extend(std::string_view text, std::size_t at, std::size_t length, std::vector<Best>& best) const
    {
        bool single = false;
        PieceTrie::Node node = PieceTrie::kRoot;
        for (std::size_t i = at; i < text.size(); ++i) {
            const auto next = m_trie.step(node, static_cast<std::uint8_t>(text[i]));
            if (!next)
                break;
            node = *next;
            const std::int32_t id = m_trie.value(node);
            if (id < 0 || m_proto.pieces[static_cast<std::size_t>(id)].type == Type::kUnused)
                continue;
            const double sum = scoreOf(id, i + 1 - at) + static_cast<double>(best[at].sum);
            Best& target = best[i + 1];
            if (target.id < 0 || sum > static_cast<double>(target.sum))
                target = {static_cast<float>(sum), id, at};
            single = single || i + 1 == at + length;
        }
        return single;
    }

    double scoreOf(std::int32_t id, std::size_t length) const
    {
        const SentencePieceProto::Piece& piece = m_proto.pieces[static_cast<std::size_t>(id)];
        if (piece.type != Type::kUserDefined)
            return static_cast<double>(piece.score);
        // User-defined symbols are nearly always taken (unigram_model.cc).
        return static_cast<double>(static_cast<float>(length) * m_best) - 0.1;
    }

    const SentencePieceProto& m_proto;
    PieceTrie m_trie;
    float m_best = std::numeric_limits<float>::min(); ///< the library starts from the smallest positive one
    float m_unknownScore = 0.0F;
};

/// Byte-pair encoding: the neighbours whose join has the best score go first, the leftmost of equal ones.
class BpeSegmenter : public SentencePieceSegmenter
{
public:
    BpeSegmenter(const SentencePieceProto& proto, const SymbolMatcher& symbols)
        : m_proto(proto)
        , m_matcher(symbols)
        , m_numbers(proto)
    {
        for (const SentencePieceProto::Piece& piece : proto.pieces) {
            if (!piece.inText())
                continue;
            // Where no piece goes on behind the end of a word, words can be cut one by one.
            for (std::size_t at = piece.text.find(kSpace, 1); at != std::string::npos;
                 at = piece.text.find(kSpace, at + 1)) {
                if (!std::string_view(piece.text).substr(0, at).ends_with(kSpace))
                    m_wordByWord = false;
            }
            // How an unused piece is taken apart depends on all that was joined before it.
            if (piece.type == Type::kUnused)
                m_wordByWord = false;
        }
    }

    void cut(std::string_view text, std::vector<SentencePieceSegment>& out) const override
    {
        std::vector<Symbol> symbols = split(text);
        std::size_t begin = 0;
        for (std::size_t i = 1; i <= symbols.size(); ++i) {
            if (i < symbols.size() && !(m_wordByWord && startsWord(text, symbols, i)))
                continue;
            join(text, {symbols.data() + begin, i - begin}, out);
            begin = i;
        }
    }

private:
    struct Symbol
    {
        std::size_t begin = 0;
        std::size_t length = 0; ///< 0: joined into another
        int previous = -1;
        int next = -1;
        bool frozen = false; ///< a user-defined symbol
    };
    struct Pair
    {
        float score = 0.0F;
        int left = 0;
        int right = 0;
        std::size_t length = 0; ///< of both together; another one by now: out of date
        bool operator<(const Pair& other) const
        {
            return score < other.score || (score == other.score && left > other.left);
        }
    };
    /// How the joins that are no pieces of the result came about: text → length of its left part.
    using Joins = std::unordered_map<std::string_view, std::size_t>;

    std::vector<Symbol> split(std::string_view text) const
    {
        std::vector<Symbol> symbols;
        symbols.reserve(text.size());
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t symbol = m_matcher.match(text, at);
            const std::size_t length = symbol > 0 ? symbol : readUtf8(text, at).length;
            symbols.push_back({at, length, -1, -1, symbol > 0});
            at += length;
        }
        return symbols;
    }

    static bool startsWord(std::string_view text, const std::vector<Symbol>& symbols, std::size_t i)
    {
        const std::size_t at = symbols[i].begin;
        return text.substr(at).starts_with(kSpace) && !text.substr(0, at).ends_with(kSpace);
    }

    void join(std::string_view text, std::span<Symbol> symbols, std::vector<SentencePieceSegment>& out) const
    {
        const auto count = static_cast<int>(symbols.size());
        std::priority_queue<Pair> pairs;
        Joins joins;
        const auto offer = [&](int left, int right) {
            if (left < 0 || right < 0)
                return;
            const Symbol& a = symbols[static_cast<std::size_t>(left)];
            const Symbol& b = symbols[static_cast<std::size_t>(right)];
            if (a.frozen || b.frozen)
                return;
            const std::string_view piece = text.substr(a.begin, a.length + b.length);
            const int id = m_numbers.inText(piece);
            if (id < 0)
                return;
            pairs.push({m_proto.pieces[static_cast<std::size_t>(id)].score, left, right, piece.size()});
            if (m_proto.pieces[static_cast<std::size_t>(id)].type == Type::kUnused)
                joins[piece] = a.length;
        };
        for (int i = 0; i < count; ++i) {
            symbols[static_cast<std::size_t>(i)].previous = i - 1;
            symbols[static_cast<std::size_t>(i)].next = i + 1 < count ? i + 1 : -1;
            offer(i - 1, i);
        }
        while (!pairs.empty()) {
            const Pair top = pairs.top();
            pairs.pop();
            Symbol& left = symbols[static_cast<std::size_t>(top.left)];
            Symbol& right = symbols[static_cast<std::size_t>(top.right)];
            if (left.length == 0 || right.length == 0 || left.length + right.length != top.length)
                continue;
            left.length = top.length;
            left.next = right.next;
            right.length = 0;
            if (right.next >= 0)
                symbols[static_cast<std::size_t>(right.next)].previous = top.left;
            offer(left.previous, top.left);
            offer(top.left, left.next);
        }
        for (int i = 0; i >= 0 && count > 0; i = symbols[static_cast<std::size_t>(i)].next) {
            const Symbol& symbol = symbols[static_cast<std::size_t>(i)];
            emit(text, {symbol.begin, symbol.begin + symbol.length, 0}, joins, out);
        }
    }

    /// Unused pieces are taken apart again.
    void emit(std::string_view text, SentencePieceSegment segment, const Joins& joins,
              std::vector<SentencePieceSegment>& out) const
    {
        std::vector<SentencePieceSegment> waiting{segment};
        while (!waiting.empty()) {
            segment = waiting.back();
            waiting.pop_back();
            const std::string_view piece = text.substr(segment.begin, segment.end - segment.begin);
            segment.id = m_numbers.any(piece);
            const bool unused = m_proto.pieces[static_cast<std::size_t>(segment.id)].type == Type::kUnused;
            const auto found = unused ? joins.find(piece) : joins.end();
            if (found == joins.end()) {
                out.push_back(segment);
                continue;
            }
            const std::size_t middle = segment.begin + found->second;
            waiting.push_back({middle, segment.end, 0});
            waiting.push_back({segment.begin, middle, 0});
        }
    }

    const SentencePieceProto& m_proto;
    const SymbolMatcher& m_matcher;
    PieceNumbers m_numbers;
    bool m_wordByWord = true;
};

/// Words between spaces, or single characters, as they are.
class WholeSegmenter : public SentencePieceSegmenter
{
public:
    WholeSegmenter(const SentencePieceProto& proto, const SymbolMatcher& symbols)
        : m_proto(proto)
        , m_matcher(symbols)
        , m_numbers(proto)
    { }

    void cut(std::string_view text, std::vector<SentencePieceSegment>& out) const override
    {
        const bool words = m_proto.algorithm == SentencePieceProto::Algorithm::kWord;
        std::size_t begin = 0;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t symbol = words ? 0 : m_matcher.match(text, at);
            const std::size_t length = symbol > 0 ? symbol : readUtf8(text, at).length;
            const std::size_t end = at + length;
            const bool ended = !words || end == text.size()
                || (m_proto.spaceAsSuffix ? text.substr(at, length) == kSpace
                                          : text.substr(end).starts_with(kSpace));
            if (ended) {
                out.push_back({begin, end, m_numbers.any(text.substr(begin, end - begin))});
                begin = end;
            }
            at = end;
        }
    }

private:
    const SentencePieceProto& m_proto;
    const SymbolMatcher& m_matcher;
    PieceNumbers m_numbers;
};

} // namespace

std::unique_ptr<const SentencePieceSegmenter> makeSegmenter(const SentencePieceProto& proto,
                                                            const SymbolMatcher& symbols)
{
    switch (proto.algorithm) {
    case SentencePieceProto::Algorithm::kUnigram:
        return std::make_unique<UnigramSegmenter>(proto);
    case SentencePieceProto::Algorithm::kBpe:
        return std::make_unique<BpeSegmenter>(proto, symbols);
    default:
        break;
    }
    return std::make_unique<WholeSegmenter>(proto, symbols);
}

} // namespace headlight
