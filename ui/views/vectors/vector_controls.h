#pragma once

#include "ui/views/vectors/vector_dictionary.h"
#include "ui/views/vectors/vector_examples.h"
#include "ui/widgets/choice_box.h"

#include <QToolButton>
#include <QWidget>

#include <vector>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSlider;
class QSpinBox;

namespace headlight {

class WrapLayout;

/// Controls for everything that can be chosen or typed about a dictionary. Displays a dictionary and reports
/// requested changes; changes nothing itself. UI thread.
class VectorControls : public QWidget
{
    Q_OBJECT
public:
    explicit VectorControls(const std::vector<VectorExample>& examples);

    void show(const VectorDictionary& dictionary);
    void setCanLoad(bool can) { m_load->setEnabled(can); }

    static constexpr double kColdest = 0.05;
    static constexpr double kHottest = 20;

signals:
    void changeWanted(const headlight::DictionaryChange& change);
    void shadeChosen(bool on);
    void removeWanted();
    void loadWanted();
    void exampleWanted(int example);

private:
    void buildChoices(WrapLayout& row, const std::vector<VectorExample>& examples);
    void buildTemperature(WrapLayout& row);
    void buildFields(WrapLayout& row);
    /// A field for a vector, which `set` takes from it.
    QLineEdit* addField(WrapLayout& row, QLabel& label, const QString& name,
                        const std::function<void(VectorDictionary&, const RowVector&)>& set);
    void showParameters(const VectorDictionary& dictionary);

    ChoiceBox<DictionaryRule>* m_rule = nullptr;
    ChoiceBox<DictionaryWeights>* m_weighting = nullptr;
    ChoiceBox<DictionaryValues>* m_values = nullptr;
    QLabel* m_temperatureLabel = nullptr;
    QSlider* m_slider = nullptr;
    QDoubleSpinBox* m_temperature = nullptr;
    QCheckBox* m_shade = nullptr;
    QSpinBox* m_dimensions = nullptr;
    QLabel* m_queryLabel = nullptr;
    QLineEdit* m_query = nullptr;
    QLabel* m_parametersLabel = nullptr;
    QLineEdit* m_parameters = nullptr;
    QToolButton* m_add = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_load = nullptr;
};

} // namespace headlight
