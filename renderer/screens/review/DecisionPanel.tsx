/** What was decided about the photograph in the loupe, to be changed by mouse; the keys do the same. */
import { Textarea } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotographView } from '../../../contract/review/list-queries.ts';
import { labels, maxStars } from '../../../contract/review/photo-decision.ts';
import { useKeyOf } from '../../state/settings/keymap.ts';
import { onBeforeClose } from '../../state/window/closeHandlers.ts';
import { AutoAdvance } from './AutoAdvance.tsx';
import { ForeignLabelBadge, LabelDot } from './Badges.tsx';
import { FlagToggles } from './FlagToggles.tsx';
import { ToggleButton } from './filters/Toggle.tsx';
import { decideAboutClicked, keepNote, toggleLabelOfClicked } from './photoDecisions.ts';
import classes from './Review.module.css';

export function DecisionPanel({ photograph }: { readonly photograph: PhotographView }) {
  const { t } = useTranslation();
  const keyOf = useKeyOf();
  const { id, decision, foreignLabel } = photograph;
  return (
    <section className={classes.decide} aria-label={t('review.decide.label')}>
      <Choice label={t('menus.flag')}>
        <FlagToggles
          flag={decision.flag}
          onFlag={(flag) => void decideAboutClicked(id, { flag })}
          testId={(flag) => `decide-${flag}`}
        />
      </Choice>
      <Choice label={t('menus.stars')}>
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
      </Choice>
      <Choice label={t('menus.label')}>
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
      </Choice>
      <AutoAdvance />
      <Note key={photograph.id} photograph={photograph} />
    </section>
  );
}

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset
    <div className={classes.group} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Typing waits this long (ms) before it is kept. */
const typingPause = 600;

function Note({ photograph: { id, decision } }: { readonly photograph: PhotographView }) {
  const { t } = useTranslation();
  const [text, setText] = useState(decision.note);
  const [isTyping, setTyping] = useState(false);
  /** How many are on their way: what was typed stays in the field meanwhile, also where the row is read again. */
  const [keeping, setKeeping] = useState(0);
  const keep = useDebouncedCallback(
    async (note: string) => {
      setKeeping((count) => count + 1);
      await keepNote(id, note);
      setKeeping((count) => count - 1);
    },
    { delay: typingPause, flushOnUnmount: true },
  );
  useEffect(() => onBeforeClose(() => keep.flush()), [keep]);
  useEffect(() => {
    if (!isTyping && keeping === 0) setText(decision.note);
  }, [decision.note, isTyping, keeping]);
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
        keep.flush();
        setTyping(false);
      }}
      onChange={(event) => {
        setText(event.currentTarget.value);
        keep(event.currentTarget.value);
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
