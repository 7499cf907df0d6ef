#include "ui/state/decoding_settings.h"

#include "ui/state/setting.h"
#include "ui/state/workspace.h"

namespace headlight {

namespace {

const DecodeOptions kUsualDecoding;

const Setting<int> kStrategy{"decoding/strategy", 0, between(0, 2)};
const Setting<int> kBeams{"decoding/beams", kUsualDecoding.beams, between(1, 64)};
const Setting<int> kBeamGroups{"decoding/beamGroups", 1, between(1, 64)};
const Setting<double> kDiversityPenalty{"decoding/diversityPenalty", 0, between(0.0, 100.0)};
const Setting<double> kLengthPenalty{"decoding/lengthPenalty", 1, between(-10.0, 10.0)};
const Setting<int> kEarlyStopping{"decoding/earlyStopping", 0, between(0, 2)};
const Setting<int> kBestCount{"decoding/nBest", 0, between(0, 64)};
const Setting<std::optional<double>> kTemperature{"decoding/temperature", {}, between(0.01, 100.0)};
const Setting<std::optional<int>> kTopK{"decoding/topK", {}, between(1, 1 << 30)};
const Setting<std::optional<double>> kTopP{"decoding/topP", {}, between(0.0, 1.0)};
const Setting<std::optional<double>> kMinP{"decoding/minP", {}, between(0.0, 1.0)};
const Setting<std::optional<double>> kTypicalP{"decoding/typicalP", {}, between(1e-6, 1.0)};
const Setting<double> kRepetitionPenalty{"decoding/repetitionPenalty", 1, between(0.01, 100.0)};
const Setting<qulonglong> kSeed{"decoding/seed", 0};

} // namespace

DecodeOptions keptDecoding(const Settings& settings)
{
    DecodeOptions options;
    options.strategy = static_cast<Strategy>(kStrategy.of(settings));
    options.beams = kBeams.of(settings);
    const int groups = kBeamGroups.of(settings), best = kBestCount.of(settings);
    options.beamGroups = options.beams % groups == 0 ? groups : 1;
    options.diversityPenalty = kDiversityPenalty.of(settings);
    options.lengthPenalty = kLengthPenalty.of(settings);
    options.earlyStopping = static_cast<EarlyStopping>(kEarlyStopping.of(settings));
    options.nBest = best <= options.beams ? best : 0;
    options.temperature = kTemperature.of(settings);
    options.topK = kTopK.of(settings);
    options.topP = kTopP.of(settings);
    options.minP = kMinP.of(settings);
    options.typicalP = kTypicalP.of(settings);
    options.repetitionPenalty = kRepetitionPenalty.of(settings);
    options.seed = kSeed.of(settings);
    return options;
}

void keepDecoding(Settings& settings, const DecodeOptions& options)
{
    kStrategy.set(settings, static_cast<int>(options.strategy));
    kBeams.set(settings, options.beams);
    kBeamGroups.set(settings, options.beamGroups);
    kDiversityPenalty.set(settings, options.diversityPenalty);
    kLengthPenalty.set(settings, options.lengthPenalty);
    kEarlyStopping.set(settings, static_cast<int>(options.earlyStopping));
    kBestCount.set(settings, options.nBest);
    kTemperature.set(settings, options.temperature);
    kTopK.set(settings, options.topK);
    kTopP.set(settings, options.topP);
    kMinP.set(settings, options.minP);
    kTypicalP.set(settings, options.typicalP);
    kRepetitionPenalty.set(settings, options.repetitionPenalty);
    kSeed.set(settings, static_cast<qulonglong>(options.seed));
}

void restoreDecoding(Workspace& workspace, const Settings& settings)
{
    Document document = workspace.document();
    if (document.decoding != DecodeOptions{})
        return;
    document.decoding = keptDecoding(settings);
    workspace.apply(document, {});
}

} // namespace headlight
