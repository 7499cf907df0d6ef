#pragma once

#include "core/sampling/options.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace headlight {

struct OptionEntry;

/// The settings for choosing tokens, as the user edits them: a field for each entry of the options that has a
/// label. Fields that a strategy does not use are hidden. Does not change the workspace; emits edited().
class SamplingControls : public QWidget
{
    Q_OBJECT
public:
    SamplingControls();

    void setOptions(const DecodeOptions& options);
    const DecodeOptions& options() const { return m_options; }
    /// For a single column: several columns must not keep the panel from becoming narrower.
    QSize minimumSizeHint() const override;

signals:
    void edited(const headlight::DecodeOptions& options);

private:
    struct Field
    {
        QLabel* label = nullptr;
        QWidget* editor = nullptr; ///< holds the option
        QWidget* place = nullptr; ///< the editor, or the row that contains it
        bool used = true;
    };
    void add(const OptionEntry& entry);
    QWidget* seedRow(QWidget* editor, std::size_t field);
    void take(std::size_t field);
    void show(const DecodeOptions& options);
    void arrange();
    QWidget* editor(const char* name) const { return findChild<QWidget*>(QLatin1String(name)); }

    DecodeOptions m_options;
    std::vector<Field> m_fields; ///< in the order of formEntries()
    QGridLayout* m_grid;
    bool m_showing = false;
    int m_columns = 0;
};

} // namespace headlight
