#include "ui/widgets/file_choice.h"

#include <QFileDialog>
#include <QFileInfo>

namespace headlight {

FileChoice::FileChoice(const QString& name, const QString& otherwise)
{
    setAccessibleName(name);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addItem(otherwise);
    addItem(tr("a file…"));
    connect(this, &QComboBox::activated, this, [this](int index) {
        if (index == count() - 1)
            ask();
        emit changed();
    });
}

void FileChoice::setFile(const QString& file)
{
    if (count() > 2)
        removeItem(1);
    if (!file.isEmpty()) {
        insertItem(1, QFileInfo(file).fileName(), file);
        setItemData(1, file, Qt::ToolTipRole);
    }
    setCurrentIndex(file.isEmpty() ? 0 : 1);
    emit changed();
}

void FileChoice::ask()
{
    const QString before = itemData(1).toString();
    const QString file
        = QFileDialog::getOpenFileName(window(), tr("Sentences, one per line, or pairs"), before,
                                       tr("Sentences or pairs (*.txt *.jsonl);;All files (*)"));
    setFile(file.isEmpty() ? before : file);
}

} // namespace headlight
