/** The inspector of the loupe: decision, results, file, and findings of an analysis. */
import { Box, SegmentedControl, Text } from '@mantine/core';
import { IconFolderShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { PhotographPresence } from '../../../../contract/review/file-availability.ts';
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { infoTextFields, type PhotoInfo } from '../../../../contract/review/photo-info.ts';
import { request } from '../../../bridge.ts';
import { CopyButton } from '../../../components/actions/CopyButton.tsx';
import { MarketplaceVerdict } from '../../../components/marketplace/MarketplaceVerdict.tsx';
import { type Fact, FactList } from '../../../components/status/FactList.tsx';
import { ResultFile } from '../../../components/status/ResultFile.tsx';
import { baseName, dayTime, formatBytes, pixels } from '../../../locales/format.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import { formatFolder } from '../../../state/data/sharePaths.ts';
import { whyNoResult } from '../../../state/review/fileAvailability.ts';
import { DataTree, Findings } from '../analysis/Findings.tsx';
import type { LoadedAnalysis } from '../analysis/useAnalysis.ts';
import { ClientChoices } from '../decisions/ClientMarks.tsx';
import { ResultFlaws } from '../flaws/ResultFlaws.tsx';
import { ToolButton } from '../loupe/ToolButton.tsx';
import { useTouch } from '../touchUp/touchUp.ts';
import { DecisionPanel } from './DecisionPanel.tsx';
import classes from './Inspector.module.css';
import { LoupeActions } from './LoupeActions.tsx';
import { UnavailableNotes } from './UnavailableNotes.tsx';
import { Versions } from './Versions.tsx';

interface LoupeInspectorProps {
  readonly photograph: PhotographView;
  readonly versions: readonly VersionView[];
  /** Null before the photograph is processed. */
  readonly version: VersionView | null;
  readonly presence: PhotographPresence | null;
  readonly bestBecause: Message | null;
  readonly details: PhotoInfo;
  readonly analysis: LoadedAnalysis;
  readonly sets: readonly string[];
  readonly set: string | null;
  readonly onSet: (set: string | null) => void;
}

export function LoupeInspector(props: LoupeInspectorProps) {
  const { photograph, versions, version: result, presence, bestBecause, details, analysis, sets, set, onSet } = props;
  const { t } = useTranslation();
  const isTouched = useTouch((touch) => touch.id !== null && touch.id === result?.id);
  // A row of the list lacks them.
  const { further = [], checks = [] } = versions.find(({ id }) => id === result?.id) ?? {};
  return (
    <aside className={classes.side} aria-label={t('queue.inspector.label')} data-testid="loupe-side">
      <DecisionPanel photograph={photograph} />
      {result !== null && <ResultFlaws version={result} />}
      <ClientChoices clients={photograph.clients} />
      {photograph.stack && bestBecause !== null && (
        <Box component="p" c="dimmed" data-testid="loupe-best">
          {t('review.stack.because', { count: photograph.stack.size, reason: formatMessage(bestBecause) })}
        </Box>
      )}
      <QualityLine quality={photograph.quality} />
      <UnavailableNotes presence={presence} resultId={result?.id ?? null} />
      {checks.length > 0 && (
        <section aria-label={t('presets.checks')} data-testid="loupe-checks">
          <SectionHeading>{t('presets.checks')}</SectionHeading>
          {checks.map(({ output, name, findings }) => (
            <MarketplaceVerdict key={output} findings={findings} name={name} />
          ))}
        </section>
      )}
      {result?.kind === 'analysis' && (
        <AnalysisSection analysis={analysis} sets={sets} set={set} onSet={onSet} isPresent={result.present} />
      )}
      {result !== null && <Versions versions={versions} current={result.id} />}
      {!isTouched && <LoupeActions photograph={photograph} version={result} presence={presence} />}
      {result !== null && result.element !== null && (
        <Box component="p" c="dimmed">
          {t('review.part', { name: result.element })}
        </Box>
      )}
      <FileFacts photograph={photograph} version={result} presence={presence} details={details} />
      {result !== null && further.length > 0 && (
        <section aria-label={t('review.loupe.further')} data-testid="loupe-further">
          <SectionHeading>{t('review.loupe.further')}</SectionHeading>
          {further.map(({ output, path, present }) => (
            <ResultFile key={output} path={path} present={present} target={{ id: result.id, output }} />
          ))}
        </section>
      )}
      {analysis.view && (
        <>
          <DataTree name={t('review.analysis.raw')} value={analysis.view.body} />
          <CopyButton
            text={JSON.stringify(analysis.view.body, null, 2)}
            label={t('review.analysis.copyRaw')}
            testId="loupe-copy-data"
          />
        </>
      )}
    </aside>
  );
}

type AnalysisSectionProps = Pick<LoupeInspectorProps, 'analysis' | 'sets' | 'set' | 'onSet'> & {
  readonly isPresent: boolean;
};

function AnalysisSection({ analysis, sets, set, onSet, isPresent }: AnalysisSectionProps) {
  const { t } = useTranslation();
  return (
    <Box mb={16}>
      {sets.length > 0 && (
        <SegmentedControl
          fullWidth
          size="xs"
          mb="md"
          aria-label={t('review.analysis.points')}
          value={set ?? 'off'}
          onChange={(value) => onSet(value === 'off' ? null : value)}
          data={[
            ...sets.map((each) => ({ value: each, label: t('review.analysis.pointsOf', { n: each }) })),
            { value: 'off', label: t('review.analysis.off') },
          ]}
          data-testid="loupe-points"
        />
      )}
      {analysis.phase === 'failed' && <p>{isPresent ? t('review.loupe.readFailed') : t('privacy.forget.gone')}</p>}
      {analysis.reading && <Findings reading={analysis.reading} />}
    </Box>
  );
}

type FileFactsProps = Pick<LoupeInspectorProps, 'photograph' | 'version' | 'presence' | 'details'>;

function FileFacts({ photograph, version: result, presence, details }: FileFactsProps) {
  const { t } = useTranslation();
  const size = [
    ...(result?.width && result.height ? [pixels(result.width, result.height)] : []),
    ...(result?.bytes ? [formatBytes(result.bytes)] : []),
  ].join(' · ');
  const facts: Fact[] = [
    ...infoTextFields.map((name) => [t(`info.fields.${name}`), details[name]] as const),
    [t('info.keywords'), details.keywords.join(', ')],
    [
      t('review.loupe.file'),
      result?.path && baseName(result.path),
      result && <RevealButton key="reveal" version={result} presence={presence} />,
    ],
    [t('queue.inspector.folder'), result?.path && formatFolder(result.path)],
    [t('queue.inspector.size'), result?.kind === 'image' ? size : null],
    [t('review.loupe.original'), `${pixels(photograph.width, photograph.height)} · ${formatBytes(photograph.bytes)}`],
    [t('review.loupe.taken'), photograph.takenAt === null ? null : dayTime(photograph.takenAt)],
    ...(result === null
      ? ([[t('queue.inspector.folder'), formatFolder(photograph.sourcePath)]] as const)
      : ([
          [t('queue.recipe'), result.recipeName],
          [t('review.loupe.operation'), localizedOperation(result.operation).title],
          [t('review.loupe.made'), dayTime(result.createdAt)],
        ] as const)),
  ];
  return <FactList facts={facts} />;
}

function SectionHeading({ children }: { readonly children: string }) {
  return (
    <Box component="h2" m="16px 0 4px" fz={12}>
      {children}
    </Box>
  );
}

/** Faces and defects found by analysis. */
function QualityLine({ quality }: Pick<PhotographView, 'quality'>) {
  const { t } = useTranslation();
  if (quality === null) return null;
  const { faces, flaws } = quality;
  const texts = [
    ...(faces === null ? [] : [t('review.flaws.faces', { count: faces })]),
    ...flaws.map((flaw) => t(`review.flaws.${flaw}`)),
  ];
  return texts.length === 0 ? null : (
    <Text inherit c="dimmed" mb={12} data-testid="loupe-quality">
      {texts.join(' · ')}
    </Text>
  );
}

interface RevealButtonProps {
  readonly version: VersionView;
  readonly presence: PhotographPresence | null;
}

function RevealButton({ version, presence }: RevealButtonProps) {
  const { t } = useTranslation();
  return (
    <ToolButton
      icon={IconFolderShare}
      label={t('actions.showInFolder')}
      command="review.reveal"
      why={whyNoResult(version, presence)}
      onClick={() => void request('results.reveal', { id: version.id })}
      testId="loupe-reveal"
    />
  );
}
