#include "ui/widgets/file_choice.h"

#include <QFileDialog>
#include <QFileInfo>

namespace headlight {

FileChoice::FileChoice(const QString& name, const QStringList& otherwise, Takes takes)
    : m_place(static_cast<int>(otherwise.size()))
    , m_takes(takes)
{
    setAccessibleName(name);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addItems(otherwise);
    addItem(tr("a file…"));
    connect(this, &QComboBox::activated, this, [this](int index) {
        if (index == count() - 1)
            ask();
        emit changed();
    });
}

void FileChoice::setFile(const QString& file)
{
    if (count() > m_place + 1)
        removeItem(m_place);
    if (!file.isEmpty()) {
        insertItem(m_place, QFileInfo(file).fileName(), file);
        setItemData(m_place, file, Qt::ToolTipRole);
    }
    setCurrentIndex(file.isEmpty() ? 0 : m_place);
    emit changed();
}

void FileChoice::ask()
{
    const QString before = itemData(m_place).toString();
    const bool pairs = m_takes == Takes::kSentencesOrPairs;
    const QString file = QFileDialog::getOpenFileName(
        window(), pairs ? tr("Sentences, one per line, or pairs") : tr("Sentences, one per line"), before,
        pairs ? tr("Sentences or pairs (*.txt *.jsonl);;All files (*)")
              : tr("Sentences (*.txt);;All files (*)"));
    setFile(file.isEmpty() ? before : file);
}

} // namespace headlight
