#include "ui/window/lessons/lesson_miniatures.h"

#include "core/model/model.h"
#include "ui/picture/heatmap_picture.h"
#include "ui/window/lessons/lesson_library.h"

#include <utility>

namespace headlight {

namespace {

/// No picture if the state cannot be run.
QImage pictureOf(const Lesson& lesson, const LessonStep& step, const ModelByName& models,
                 const MiniatureLook& look, const Job& job)
{
    LessonStep asked;
    asked.state = step.state;
    LessonCheck& check = asked.check.emplace_back();
    check.formula = "weights('" + toString(*step.state->head) + "')";
    check.value = "0";
    const auto found = checkStep(lesson, asked, models, job);
    if (!found || found->front().value.size() == 0)
        return {};
    CellGrid grid;
    grid.values = found->front().value.cast<float>();
    grid.rect = {0, 0, grid.values.rows(), grid.values.cols()};
    HeatmapOptions options;
    options.colourMap = look.colourMap;
    CellColours colours = coloursFor(MapKind::kWeights, {0, 1}, options, PicturePalette::of(look.palette));
    colours.gaps = false;
    const CellFrame frame{QRectF(0, 0, kMiniatureSide, kMiniatureSide),
                          {0, static_cast<double>(grid.rect.rows)},
                          {0, static_cast<double>(grid.rect.columns)}};
    QImage image = composeCells(grid, frame, colours, look.pixelRatio);
    image.setDevicePixelRatio(look.pixelRatio);
    return image;
}

} // namespace

LatestTask::Work miniaturesOf(std::shared_ptr<const Lesson> lesson, std::vector<const LessonStep*> steps,
                              std::shared_ptr<const Model> open, MiniatureLook look,
                              std::function<void(int step, const QImage&)> take)
{
    return
        [lesson = std::move(lesson), steps = std::move(steps), open = std::move(open), look = std::move(look),
         take = std::move(take)](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
            Job job;
            job.stop = stop;
            OpenModels known = knownModels(open);
            const ModelByName models = modelsOf(*lesson, known, job);
            for (std::size_t i = 0; i < steps.size() && !stop.stop_requested(); ++i) {
                if (!steps[i]->state || !steps[i]->state->head)
                    continue;
                const QImage image = pictureOf(*lesson, *steps[i], models, look, job);
                if (!image.isNull())
                    deliver([take, image, step = static_cast<int>(i)] { take(step, image); });
            }
        };
}

} // namespace headlight
