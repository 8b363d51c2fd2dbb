/** The decision about the photograph in the loupe, for the mouse; keys do the same. */
import { Flex, Switch, Textarea } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotographView } from '../../../../contract/review/list-queries.ts';
import { labels, maxStars } from '../../../../contract/review/photo-decision.ts';
import { useData } from '../../../state/data/store.ts';
import { useKeyOf } from '../../../state/settings/keymap.ts';
import { changeSettings } from '../../../state/settings/settings.ts';
import { onBeforeClose } from '../../../state/window/closeHandlers.ts';
import { ForeignLabelBadge, LabelDot } from '../decisions/Badges.tsx';
import { FlagToggles } from '../decisions/FlagToggles.tsx';
import { decideAboutClicked, saveNote, toggleLabelOfClicked } from '../decisions/photoDecisions.ts';
import { ToggleButton, ToggleGroup } from '../decisions/Toggle.tsx';

export function DecisionPanel({ photograph }: { readonly photograph: PhotographView }) {
  const { t } = useTranslation();
  const keyOf = useKeyOf();
  const { id, decision, foreignLabel } = photograph;
  return (
    <Flex component="section" direction="column" gap={6} mb={16} aria-label={t('review.decide.label')}>
      <ToggleGroup label={t('menus.flag')}>
        <FlagToggles
          flag={decision.flag}
          onFlag={(flag) => void decideAboutClicked(id, { flag })}
          testId={(flag) => `decide-${flag}`}
        />
      </ToggleGroup>
      <ToggleGroup label={t('menus.stars')}>
        {Array.from({ length: maxStars }, (_, index) => index + 1).map((n) => (
          <ToggleButton
            key={n}
            isOn={n <= decision.stars}
            label={t('review.decide.stars', { count: n })}
            hint={keyOf(`review.stars${n as 1 | 2 | 3 | 4 | 5}`)}
            onClick={() => void decideAboutClicked(id, { stars: decision.stars === n ? 0 : n })}
            testId={`decide-stars-${n}`}
          >
            {n <= decision.stars ? '★' : '☆'}
          </ToggleButton>
        ))}
      </ToggleGroup>
      <ToggleGroup label={t('menus.label')}>
        {labels.map((name, label) =>
          name === 'none' ? null : (
            <ToggleButton
              key={name}
              isOn={decision.label === label}
              label={t(`review.decide.labels.${name}`)}
              hint={keyOf(`review.${name}`)}
              onClick={() => toggleLabelOfClicked(id, label, decision.label)}
              testId={`decide-label-${name}`}
            >
              <LabelDot label={label} />
            </ToggleButton>
          ),
        )}
        {decision.label === 0 && <ForeignLabelBadge words={foreignLabel} />}
      </ToggleGroup>
      <AutoAdvance />
      <Note key={photograph.id} photograph={photograph} />
    </Flex>
  );
}

/** Ends auto advance, which the menu of the loupe turns on. */
function AutoAdvance() {
  const { t } = useTranslation();
  const isOn = useData((data) => data.settings.autoAdvance);
  if (!isOn) return null;
  return (
    <Switch
      size="xs"
      label={t('panes.autoAdvance')}
      title={t('panes.autoAdvanceText')}
      checked
      onChange={() => void changeSettings({ autoAdvance: false })}
      data-testid="auto-advance"
    />
  );
}

/** A note is saved after this pause in typing. */
const typingPauseMs = 600;

function Note({ photograph: { id, decision } }: { readonly photograph: PhotographView }) {
  const { t } = useTranslation();
  const [text, setText] = useState(decision.note);
  const [isTyping, setTyping] = useState(false);
  /** While notes are being saved, the field keeps its text even if the row is read again. */
  const [pendingCount, setPendingCount] = useState(0);
  const save = useDebouncedCallback(
    async (note: string) => {
      setPendingCount((count) => count + 1);
      await saveNote(id, note);
      setPendingCount((count) => count - 1);
    },
    { delay: typingPauseMs, flushOnUnmount: true },
  );
  useEffect(() => onBeforeClose(() => save.flush()), [save]);
  useEffect(() => {
    if (!isTyping && pendingCount === 0) setText(decision.note);
  }, [decision.note, isTyping, pendingCount]);
  return (
    <Textarea
      size="xs"
      autosize
      minRows={1}
      maxRows={6}
      maxLength={4000}
      aria-label={t('review.decide.note')}
      placeholder={t('review.decide.note')}
      value={text}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        save.flush();
        setTyping(false);
      }}
      onChange={(event) => {
        setText(event.currentTarget.value);
        save(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.currentTarget.blur();
      }}
      data-testid="decide-note"
    />
  );
}
