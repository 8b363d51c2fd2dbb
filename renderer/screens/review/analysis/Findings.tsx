/** Findings of an analysis as tables linked to the marks in the picture, and all of its data as a tree. */
import { Box, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { percent } from '../../../locales/format.ts';
import { useKeyOf } from '../../../state/settings/keymap.ts';
import classes from './Analysis.module.css';
import type { AnalysisModel } from './analysisModel.ts';
import { formatWords } from './formatWords.ts';
import { chooseMark, useMarks } from './marks.ts';

export function Findings({ reading }: { reading: AnalysisModel }) {
  const { t } = useTranslation();
  const keyOf = useKeyOf();
  const markKeys = new Set(reading.marks.map(({ key }) => key));
  const markOf = (key: string | null | undefined) => (key && markKeys.has(key) ? key : null);
  if (reading.groups.length === 0) return <Note>{t('review.analysis.none')}</Note>;
  return (
    <div data-testid="findings">
      {reading.warnings.map((warning) => (
        <Text key={warning.key} inherit mb="xs" c="var(--b-uncertain)">
          {formatWords(t, warning)}
        </Text>
      ))}
      {reading.marks.some(({ shape }) => shape === 'area') && (
        <Note>{t('review.analysis.areas', { key: keyOf('loupe.marks') })}</Note>
      )}
      {reading.groups.map((group) => (
        <Box
          key={formatWords(t, group.title)}
          component="table"
          className={classes.table}
          w="100%"
          mb="md"
          fz="xs"
          lh="16px"
        >
          <Text component="caption" inherit pb={4} fw={600} ta="left">
            <Name text={formatWords(t, group.title)} mark={markOf(group.mark)} />
          </Text>
          <Box component="thead" c="dimmed">
            <tr>
              <th scope="col">{t('review.analysis.finding')}</th>
              <th scope="col">{t('review.analysis.value')}</th>
              <th scope="col">{t('review.analysis.confidence')}</th>
            </tr>
          </Box>
          <tbody>
            {group.findings.map((finding) => (
              <tr key={finding.name.key}>
                <th scope="row">
                  <Name text={formatWords(t, finding.name)} mark={markOf(finding.mark)} />
                </th>
                <Box component="td" fw={finding.notable ? 600 : 'inherit'}>
                  {formatWords(t, finding.value)}
                </Box>
                <td className="numbers">{finding.confidence === null ? '' : percent(finding.confidence)}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      ))}
    </div>
  );
}

const Note = ({ children }: { readonly children: string }) => (
  <Box component="p" c="dimmed">
    {children}
  </Box>
);

/** A button that chooses the mark, or text without one. */
function Name({ text, mark }: { readonly text: string; readonly mark: string | null }) {
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = useMarks((ui) => mark !== null && ui.chosen === mark);
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  if (mark === null) return text;
  return (
    <UnstyledButton
      ref={button}
      className={classes.marked}
      fz="inherit"
      aria-pressed={isChosen}
      onClick={() => chooseMark(mark)}
      onFocus={() => chooseMark(mark)}
      onBlur={() => chooseMark(null)}
      onMouseEnter={() => chooseMark(mark)}
      onMouseLeave={() => chooseMark(null)}
      data-testid={`finding-row-${mark}`}
    >
      {text}
    </UnstyledButton>
  );
}

/** Longer lists are cut. “Copy the data” copies all of them. */
const maxShownItems = 250;

const nodeProps = {
  className: 'selectable',
  pl: 'sm',
  fz: 'xs',
  lh: '18px',
  style: { overflowWrap: 'anywhere' },
} as const;

/** All data of an analysis as a collapsible tree. */
export function DataTree({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation();
  if (typeof value !== 'object' || value === null) {
    return (
      <Box {...nodeProps}>
        <Text span inherit c="dimmed">
          {name}
        </Text>{' '}
        {String(value)}
      </Box>
    );
  }
  const entries = Object.entries(value);
  return (
    <Branch label={name} hint={t('review.analysis.items', { count: entries.length })}>
      {entries.slice(0, maxShownItems).map(([key, child]) => (
        <DataTree key={key} name={key} value={child} />
      ))}
      {entries.length > maxShownItems && <Box {...nodeProps}>…</Box>}
    </Branch>
  );
}

/** A branch of the tree, whose children are rendered only while it is open. */
function Branch({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box component="details" {...nodeProps} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Box component="summary" ml={-12} style={{ cursor: 'pointer' }}>
        {label}{' '}
        <Text span inherit c="dimmed">
          {hint}
        </Text>
      </Box>
      {isOpen && children}
    </Box>
  );
}
