<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB" sourcelanguage="en_GB">
<context>
    <name>HeadsView</name>
    <message numerus="yes">
        <source>%n rows of weights are not numbers or do not sum to 1</source>
        <translation>
            <numerusform>%n row of weights is not numbers or does not sum to 1</numerusform>
            <numerusform>%n rows of weights are not numbers or do not sum to 1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight</name>
    <message numerus="yes">
        <source>%n edit(s)</source>
        <translation>
            <numerusform>%n edit</numerusform>
            <numerusform>%n edits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::BeamsView</name>
    <message numerus="yes">
        <source>“%1” was chosen: its score %2 = %3 ÷ %4 is the best of %Ln hypothesis(es).</source>
        <translation>
            <numerusform>“%1” was chosen: its score %2 = %3 ÷ %4 is that of the only hypothesis.</numerusform>
            <numerusform>“%1” was chosen: its score %2 = %3 ÷ %4 is the best of %Ln hypotheses.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::BranchPanel</name>
    <message numerus="yes">
        <source>log p %1, %2 per token, in nats; %Ln token(s)</source>
        <translation>
            <numerusform>log p %1, %2 per token, in nats; %Ln token</numerusform>
            <numerusform>log p %1, %2 per token, in nats; %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::CandidatePanel</name>
    <message numerus="yes">
        <source>%Ln other token(s) together</source>
        <translation>
            <numerusform>%Ln other token</numerusform>
            <numerusform>%Ln other tokens together</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::CompareView</name>
    <message numerus="yes">
        <source>%n query(ies)</source>
        <translation>
            <numerusform>%n query</numerusform>
            <numerusform>%n queries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n key</numerusform>
            <numerusform>%n keys</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::CrashCopy</name>
    <message numerus="yes">
        <source>Delete the work in %n window(s) that was kept when Headlight closed? This cannot be undone.</source>
        <translation>
            <numerusform>Delete the work that was kept when Headlight closed? This cannot be undone.</numerusform>
            <numerusform>Delete the work in %n windows that was kept when Headlight closed? This cannot be undone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::EditBanner</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean and spread are of %n run(s) with other seeds.</source>
        <translation>
            <numerusform>Mean and spread are of %n run with another seed.</numerusform>
            <numerusform>Mean and spread are of %n runs with other seeds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::ExperimentView</name>
    <message numerus="yes">
        <source>%n input(s); without replacement: %1.</source>
        <translation>
            <numerusform>%n input; without replacement: %1.</numerusform>
            <numerusform>%n inputs; without replacement: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 (%n input(s))</source>
        <translation>
            <numerusform>%1: %2 (%n input)</numerusform>
            <numerusform>%1: %2 (%n inputs)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: from %2 to %3, %n input(s): %4. Click to open the last.</source>
        <translation>
            <numerusform>%1: from %2 to %3, %n input: %4. Click to open it.</numerusform>
            <numerusform>%1: from %2 to %3, %n inputs: %4. Click to open the last.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::ExpertsView</name>
    <message numerus="yes">
        <source>%n expert(s) are not chosen.</source>
        <translation>
            <numerusform>%n expert is not chosen.</numerusform>
            <numerusform>%n experts are not chosen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::FilmDialog</name>
    <message numerus="yes">
        <source>%Ln frame(s), %1 seconds.</source>
        <translation>
            <numerusform>%Ln frame, %1 seconds.</numerusform>
            <numerusform>%Ln frames, %1 seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::FindBar</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::HeadComparison</name>
    <message numerus="yes">
        <source>Rank correlation with the measured loss: direct %1, gradient %2 (%n part(s)).</source>
        <translation>
            <numerusform>Rank correlation with the measured loss: direct %1, gradient %2 (%n part).</numerusform>
            <numerusform>Rank correlation with the measured loss: direct %1, gradient %2 (%n parts).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::HeatmapView</name>
    <message numerus="yes">
        <source>%n selected head(s) of another kind of attention cannot be combined with these.</source>
        <translation>
            <numerusform>%n selected head of another kind of attention cannot be combined with these.</numerusform>
            <numerusform>%n selected heads of another kind of attention cannot be combined with these.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) did not exist before the edits: no difference.</source>
        <translation>
            <numerusform>%n token did not exist before the edits: no difference.</numerusform>
            <numerusform>%n tokens did not exist before the edits: no difference.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::ImportDialog</name>
    <message numerus="yes">
        <source>%n sentences</source>
        <translation>
            <numerusform>%n sentence</numerusform>
            <numerusform>%n sentences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::InputView</name>
    <message numerus="yes">
        <source>%n token(s).</source>
        <translation>
            <numerusform>%n token.</numerusform>
            <numerusform>%n tokens.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::LossView</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::PassRunner</name>
    <message numerus="yes">
        <source>it would take about %n minute(s)</source>
        <translation>
            <numerusform>it would take about %n minute</numerusform>
            <numerusform>it would take about %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not run yet: %1 tokens would take about %n minute(s).</source>
        <translation>
            <numerusform>Not run yet: %1 tokens would take about %n minute.</numerusform>
            <numerusform>Not run yet: %1 tokens would take about %n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::PathsView</name>
    <message numerus="yes">
        <source>%n composition(s) beyond chance (%1).</source>
        <translation>
            <numerusform>%n composition beyond chance (%1).</numerusform>
            <numerusform>%n compositions beyond chance (%1).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Patched: no effect, %1 (%2, %n line(s))</source>
        <translation>
            <numerusform>Patched: no effect, %1 (%2, %n line)</numerusform>
            <numerusform>Patched: no effect, %1 (%2, %n lines)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Patched: %1 (%2, %n line(s))</source>
        <translation>
            <numerusform>Patched: %1 (%2, %n line)</numerusform>
            <numerusform>Patched: %1 (%2, %n lines)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::PresentBar</name>
    <message numerus="yes">
        <source>%n scene(s)</source>
        <translation>
            <numerusform>%n scene</numerusform>
            <numerusform>%n scenes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::ResultPlots</name>
    <message numerus="yes">
        <source>%1, mean over %n input(s)</source>
        <translation>
            <numerusform>%1, mean over %n input</numerusform>
            <numerusform>%1, mean over %n inputs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation>
            <numerusform>%n cell</numerusform>
            <numerusform>%n cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::RunController</name>
    <message numerus="yes">
        <source>Not run yet: %1 tokens would take about %n minute(s).</source>
        <translation>
            <numerusform>Not run yet: %1 tokens would take about %n minute.</numerusform>
            <numerusform>Not run yet: %1 tokens would take about %n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::SentenceEdit</name>
    <message numerus="yes">
        <source>%n line(s) were copied. Are they one text, or a batch of several?</source>
        <translation>
            <numerusform>%n line was copied. Is it one text, or a batch of several?</numerusform>
            <numerusform>%n lines were copied. Are they one text, or a batch of several?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Batch of %n text(s)</source>
        <translation>
            <numerusform>&amp;Batch of %n text</numerusform>
            <numerusform>&amp;Batch of %n texts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headlight::VersionSwitch</name>
    <message numerus="yes">
        <source>Running %n time(s)…</source>
        <translation>
            <numerusform>Running %n time…</numerusform>
            <numerusform>Running %n times…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean and spread of %n run(s).</source>
        <translation>
            <numerusform>Mean and spread of %n run.</numerusform>
            <numerusform>Mean and spread of %n runs.</numerusform>
        </translation>
    </message>
</context>
</TS>
