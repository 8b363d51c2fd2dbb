/** What was decided about the photograph in the loupe, to be changed by mouse; the keys do the same. */
import { Textarea } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFlag3Filled, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decision, labels, mostStars } from '../../../preload/contract/desk/decision.ts';
import type { PhotographView } from '../../../preload/contract/desk/lists.ts';
import { ask } from '../../bridge.ts';
import { decideAbout, toggleLabel } from '../../state/decide.ts';
import { beforeLeaving, waitedFor } from '../../state/leaving.ts';
import { AutoAdvance } from './AutoAdvance.tsx';
import { LabelDot } from './Marks.tsx';
import classes from './Review.module.css';

export function DecisionPanel({ photograph }: { readonly photograph: PhotographView }) {
  const { t } = useTranslation();
  const { decision } = photograph;
  const flagTo = (flag: Decision['flag']) => () => void decideAbout({ flag: decision.flag === flag ? 0 : flag });
  return (
    <section className={classes.decide} aria-label={t('review.decide.label')}>
      <div className={classes.group}>
        <button
          type="button"
          className={classes.toggle}
          aria-pressed={decision.flag === 1}
          onClick={flagTo(1)}
          title={`${t('review.decide.pick')} (P)`}
          aria-label={t('review.decide.pick')}
          data-testid="decide-pick"
        >
          <IconFlag3Filled size={15} aria-hidden />
        </button>
        <button
          type="button"
          className={classes.toggle}
          aria-pressed={decision.flag === -1}
          onClick={flagTo(-1)}
          title={`${t('review.decide.reject')} (X)`}
          aria-label={t('review.decide.reject')}
          data-testid="decide-reject"
        >
          <IconX size={15} stroke={2.5} aria-hidden />
        </button>
      </div>
      <div className={classes.group}>
        {Array.from({ length: mostStars }, (_, index) => index + 1).map((n) => (
          <button
            key={n}
            type="button"
            className={classes.toggle}
            aria-pressed={n <= decision.stars}
            aria-label={t('review.decide.stars', { count: n })}
            title={`${t('review.decide.stars', { count: n })} (${n})`}
            onClick={() => void decideAbout({ stars: decision.stars === n ? 0 : n })}
            data-testid={`decide-stars-${n}`}
          >
            {n <= decision.stars ? '★' : '☆'}
          </button>
        ))}
      </div>
      <div className={classes.group}>
        {labels.map((name, label) =>
          label === 0 ? null : (
            <button
              key={name}
              type="button"
              className={classes.toggle}
              aria-pressed={decision.label === label}
              aria-label={t(`review.decide.labels.${name}`)}
              title={`${t(`review.decide.labels.${name}`)} (${label + mostStars})`}
              onClick={() => toggleLabel(label)}
              data-testid={`decide-label-${name}`}
            >
              <LabelDot label={label} />
            </button>
          ),
        )}
      </div>
      <AutoAdvance />
      <Note key={photograph.id} photograph={photograph} />
    </section>
  );
}

/** Typing waits this long (ms) before it is kept. */
const typingPause = 600;

function Note({ photograph: { id, decision } }: { readonly photograph: PhotographView }) {
  const { t } = useTranslation();
  const [text, setText] = useState(decision.note);
  const [isTyping, setTyping] = useState(false);
  const keep = useDebouncedCallback(
    async (note: string) => {
      await waitedFor(ask('photographs.decide', { on: { ids: [id] }, change: { note } }));
    },
    { delay: typingPause, flushOnUnmount: true },
  );
  useEffect(() => beforeLeaving(() => keep.flush()), [keep]);
  useEffect(() => {
    if (!isTyping) setText(decision.note);
  }, [decision.note, isTyping]);
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
