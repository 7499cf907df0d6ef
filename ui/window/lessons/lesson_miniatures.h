#pragma once

#include "core/lesson/lesson.h"
#include "ui/background/latest_task.h"

#include <QImage>
#include <QPalette>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace headlight {

class Model;

/// The pictures of a list of steps.
struct MiniatureLook
{
    QString colourMap; ///< of weights
    QPalette palette;
    double pixelRatio = 1;
};

inline constexpr int kMiniatureSide = 28; ///< logical pixels

/// Runs the state of each step with a head, on the open model or its own, and gives the picture of the head's
/// weights to `take` on the UI thread, one after the other. A state that cannot be run has none.
LatestTask::Work miniaturesOf(std::shared_ptr<const Lesson> lesson, std::vector<const LessonStep*> steps,
                              std::shared_ptr<const Model> open, MiniatureLook look,
                              std::function<void(int step, const QImage&)> take);

} // namespace headlight
