#pragma once

#include "ui/views/stream/stream_content.h"
#include "ui/widgets/candidate_table.h"
#include "ui/widgets/elided_label.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;

namespace headlight {

/// The best tokens in one cell of the logit lens. `taken`: the token whose path through the layers is shown.
class LensModel : public CandidatesModel
{
    Q_OBJECT
public:
    using CandidatesModel::CandidatesModel;

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

/// The best tokens at a position after a layer; none if the lens is not shown or not known there.
std::vector<LensModel::Row> bestTokens(const StreamContent& content, int layer, int position);

class CurvesPlot;

/// Details of one cell of the stream view: its text, the best tokens there, and its path through the layers.
/// UI thread.
class StreamDetails : public QWidget
{
    Q_OBJECT
public:
    StreamDetails();

    void setWords(const QString& words, bool advice = false) { m_words->setText(words, advice); }
    QString words() const { return m_words->text(); }
    /// Shown while the stream is read with the logit lens.
    void setBest(std::vector<LensModel::Row> best, bool isLens);
    /// Draws a position's path through the layers, with a mark at one of them.
    void showCurves(const StreamContent& content, int column, std::optional<int> layer);

    LensModel& best() const { return *m_best; }
    CurvesPlot& curves() const { return *m_curves; }

private:
    LensModel* m_best;
    ElidedLabel* m_words;
    CandidateTable* m_table;
    QLabel* m_curvesTitle;
    CurvesPlot* m_curves;
};

} // namespace headlight
