#pragma once

#include "core/sampling/options.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace headlight {

/// The settings for choosing tokens, as the user edits them. Fields that a strategy does not use are hidden.
/// Does not change the workspace; emits edited().
class SamplingControls : public QWidget
{
    Q_OBJECT
public:
    explicit SamplingControls(QWidget* parent = nullptr);

    void setOptions(const DecodeOptions& options);
    const DecodeOptions& options() const { return m_options; }
    /// For a single column: several columns must not keep the panel from becoming narrower.
    QSize minimumSizeHint() const override;

signals:
    void edited(const headlight::DecodeOptions& options);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Field
    {
        QLabel* label = nullptr;
        QWidget* editor = nullptr;
        bool sampling = false; ///< for sampling only
        bool beams = false; ///< for beam search only
    };
    void buildStrategy();
    void buildSampling();
    void buildBeams();
    QDoubleSpinBox* addReal(const QString& label, const QString& tip, double least, double most, double step);
    QSpinBox* addWhole(const QString& label, const QString& tip, int least, int most);
    void add(const QString& label, const QString& tip, QWidget* editor);
    void take();
    void arrange();
    /// Shows the fields that depend on the number of beams.
    void showBeams(const DecodeOptions& options);
    bool used(const Field& field) const;

    DecodeOptions m_options;
    std::vector<Field> m_fields;
    QGridLayout* m_grid;
    bool m_showing = false;
    int m_columns = 0;
    QComboBox* m_strategy = nullptr;
    QDoubleSpinBox* m_repetition = nullptr;
    QDoubleSpinBox* m_temperature = nullptr;
    QSpinBox* m_topK = nullptr;
    QDoubleSpinBox* m_topP = nullptr;
    QDoubleSpinBox* m_minP = nullptr;
    QDoubleSpinBox* m_typical = nullptr;
    QLineEdit* m_seed = nullptr;
    QSpinBox* m_beams = nullptr;
    QSpinBox* m_groups = nullptr;
    QDoubleSpinBox* m_diversity = nullptr;
    QDoubleSpinBox* m_lengthPenalty = nullptr;
    QComboBox* m_stopping = nullptr;
    QSpinBox* m_nBest = nullptr;
};

} // namespace headlight
