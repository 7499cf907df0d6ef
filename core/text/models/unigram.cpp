#include "core/io/json_fields.h"
#include "core/text/aligned_text.h"
#include "core/text/models/piece_trie.h"
#include "core/text/models/subword_model.h"
#include "core/text/steps/byte_level.h"
#include "core/text/unicode.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace headlight {

namespace {

using nlohmann::json;

/// How much an unknown character costs more than the worst piece, as in SentencePiece.
constexpr double kUnknownPenalty = 10.0;

/// The unigram language model (Kudo 2018): of all segmentations of a word, finds the one whose pieces have
/// the highest total score, by Viterbi's algorithm over a trie. If sums are equal, the one whose last piece
/// starts first wins. Consecutive unknown characters become one token.
class Unigram : public SubwordModel
{
public:
    Unigram(Vocabulary vocabulary, std::vector<double> scores, std::optional<TokenId> unknown,
            bool byteFallback)
        : m_vocabulary(std::move(vocabulary))
        , m_scores(std::move(scores))
        , m_unknown(unknown)
        , m_byteFallback(byteFallback)
    {
        std::vector<std::pair<std::string_view, std::int32_t>> pieces;
        double worst = INFINITY;
        for (TokenId id = 0; id < m_vocabulary.idCount(); ++id) {
            pieces.emplace_back(m_vocabulary.piece(id), id);
            worst = std::min(worst, m_scores[std::size_t(id)]);
        }
        m_unknownScore = worst - kUnknownPenalty;
        m_trie = PieceTrie(std::move(pieces));
        for (std::size_t byte = 0; byte < m_bytes.size(); ++byte)
            m_bytes[byte] = m_vocabulary.find(fallbackPiece(static_cast<std::uint8_t>(byte))).value_or(-1);
    }

    const Vocabulary& vocabulary() const override { return m_vocabulary; }
    std::string kind() const override { return "Unigram"; }

    Result<void> tokenize(std::string_view word, std::vector<ModelToken>& out) const override
    {
        std::vector<Best> best(word.size() + 1);
        PieceSteps steps(word.size());
        for (std::size_t at = 0; at < word.size();) {
            const std::size_t length = readUtf8(word, at).length;
            const bool single = extend(word, {at, at + length}, best, steps);
            if (steps.used())
                return tooManyPieceSteps(word.size());
            if (!single) {
                if (!m_unknown)
                    return badArgument("unk_id",
                                       "a character is not in the vocabulary, and there is no unknown token");
                offer(best, at, at + length, m_unknownScore, *m_unknown);
            }
            at += length;
        }
        std::vector<ModelToken> path;
        for (std::size_t end = word.size(); end > 0;) {
            const Best& node = best[end];
            const bool unknown = m_unknown && node.id == *m_unknown;
            if (unknown && !path.empty() && path.back().id == node.id)
                path.back().begin = node.begin;
            else
                path.push_back({node.id, node.begin, end, {}});
            end = node.begin;
        }
        for (std::size_t i = path.size(); i-- > 0;)
            emit(word, path[i], out);
        return {};
    }

private:
    /// The best segmentation up to a place, with its last piece.
    struct Best
    {
        double score = 0.0;
        std::size_t begin = 0;
        TokenId id = -1; ///< −1 = not reached yet
    };

    static void offer(std::vector<Best>& best, std::size_t begin, std::size_t end, double score, TokenId id)
    {
        const double sum = score + best[begin].score;
        if (best[end].id < 0 || sum > best[end].score)
            best[end] = {sum, begin, id};
    }

    /// Tries all pieces that start at the character; true if one of them is exactly the character.
    bool extend(std::string_view word, Span character, std::vector<Best>& best, PieceSteps& steps) const
    {
        const std::size_t at = character.begin;
        bool single = false;
        PieceTrie::Node node = PieceTrie::kRoot;
        for (std::size_t i = at; i < word.size() && !steps.used(); ++i) {
            steps.count();
            const auto next = m_trie.step(node, static_cast<std::uint8_t>(word[i]));
            if (!next)
                break;
            node = *next;
            const TokenId id = m_trie.value(node);
            if (id < 0)
                continue;
            offer(best, at, i + 1, m_scores[std::size_t(id)], id);
            single = single || i + 1 == character.end;
        }
        return single;
    }

    void emit(std::string_view word, const ModelToken& token, std::vector<ModelToken>& out) const
    {
        const std::string_view text = word.substr(token.begin, token.end - token.begin);
        if (!m_unknown || token.id != *m_unknown) {
            out.push_back(token);
            return;
        }
        // A run of unknown characters may itself be a piece.
        if (const std::optional<TokenId> whole = m_vocabulary.find(text)) {
            out.push_back({*whole, token.begin, token.end, {}});
            return;
        }
        const auto idOf = [this](char byte) { return m_bytes[static_cast<std::uint8_t>(byte)]; };
        if (m_byteFallback && std::ranges::all_of(text, [&](char byte) { return idOf(byte) >= 0; })) {
            for (const char byte : text)
                out.push_back({idOf(byte), token.begin, token.end, {}});
            return;
        }
        out.push_back(token);
    }

    Vocabulary m_vocabulary;
    std::vector<double> m_scores;
    std::optional<TokenId> m_unknown;
    bool m_byteFallback;
    double m_unknownScore = 0.0;
    PieceTrie m_trie;
    std::array<TokenId, 256> m_bytes{};
};

/// The number as Hugging Face's library reads its decimal digits: as a whole number divided by a power of
/// ten, each rounded. The last bit decides between segmentations of equal score.
double scoreAsRead(double score)
{
    std::array<char, 40> text{};
    const char* const end
        = std::to_chars(text.data(), text.data() + text.size(), score, std::chars_format::scientific).ptr;
    std::uint64_t digits = 0;
    int exponent = 0;
    const char* at = text.data();
    bool fraction = false;
    for (; at != end && *at != 'e'; ++at) {
        fraction = fraction || *at == '.';
        if (*at < '0' || *at > '9')
            continue;
        digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
        exponent -= fraction ? 1 : 0;
    }
    int power = 0;
    std::from_chars(at + (at + 1 < end && at[1] == '+' ? 2 : 1), end, power);
    exponent += power;
    auto read = static_cast<double>(digits);
    for (; exponent < -308; exponent += 308)
        read /= 1e308;
    const std::string tens = concat("1e", std::abs(exponent));
    double factor = 1.0;
    std::from_chars(tens.data(), tens.data() + tens.size(), factor);
    read = exponent < 0 ? read / factor : read * factor;
    return std::signbit(score) ? -read : read;
}

} // namespace

SubwordModelPtr readUnigram(const JsonFields& fields)
{
    FaultReport& report = fields.report();
    Vocabulary vocabulary;
    std::vector<double> scores;
    const json& items = fields.list("vocab");
    for (std::size_t i = 0; i < items.size() && !report.error(); ++i) {
        const json& pair = items[i];
        const auto field = [&] { return concat(fields.path("vocab"), "[", i, "]"); };
        if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_number()) {
            report.bad(field(), foundExpected(&pair, "[piece, score]"));
        } else if (vocabulary.addLastWins(pair[0].get_ref<const std::string&>(), static_cast<std::int64_t>(i))
                   != Vocabulary::Add::kDone) {
            report.bad(field(), "is one piece too many, expected at most ", Vocabulary::kMaxIds);
        } else {
            scores.push_back(scoreAsRead(pair[1].get<double>()));
        }
    }
    std::optional<TokenId> unknown;
    if (fields.find("unk_id")) {
        unknown = static_cast<TokenId>(
            fields.integer("unk_id", 0, std::max<std::int64_t>(vocabulary.idCount() - 1, 0)));
        if (vocabulary.idCount() == 0)
            report.bad(fields.path("vocab"), "is empty, expected at least the unknown token");
    }
    const bool byteFallback = fields.flag("byte_fallback", false);
    if (report.error())
        return nullptr;
    return makeUnigram(std::move(vocabulary), std::move(scores), unknown, byteFallback);
}

SubwordModelPtr makeUnigram(Vocabulary vocabulary, std::vector<double> scores, std::optional<TokenId> unknown,
                            bool byteFallback)
{
    return std::make_unique<Unigram>(std::move(vocabulary), std::move(scores), unknown, byteFallback);
}

} // namespace headlight
