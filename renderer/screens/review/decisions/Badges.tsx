/** The decision about a photograph as badges: flag, stars, color label. Badges also show defects found by analysis. */
import { IconBlur, IconEyeClosed, IconFlag3Filled, IconNote, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Quality } from '../../../../contract/review/list-queries.ts';
import { type Decision, labels } from '../../../../contract/review/photo-decision.ts';
import classes from './Badges.module.css';

export function FlagBadge({ flag }: Pick<Decision, 'flag'>) {
  const { t } = useTranslation();
  if (flag === 0) return null;
  return (
    <span
      className={`${classes.badge} ${classes.flag}`}
      data-flag={flag}
      role="img"
      aria-label={t(flag === 1 ? 'review.decide.picked' : 'review.decide.rejected')}
    >
      {flag === 1 ? <IconFlag3Filled size={13} aria-hidden /> : <IconX size={13} stroke={2.5} aria-hidden />}
    </span>
  );
}

const flawIcons = { eyes: IconEyeClosed, focus: IconBlur } as const;

export function FlawBadges({ quality }: { readonly quality: Quality | null }) {
  const { t } = useTranslation();
  if (quality === null || quality.flaws.length === 0) return null;
  return (
    <span className={`${classes.badge} ${classes.flaws}`}>
      {quality.flaws.map((flaw) => {
        const Icon = flawIcons[flaw];
        const label = t(`review.flaws.${flaw}`);
        return (
          <span key={flaw} role="img" aria-label={label} title={label} data-testid={`flaw-${flaw}`}>
            <Icon size={14} aria-hidden />
          </span>
        );
      })}
    </span>
  );
}

/** Note, stars and label, next to the name of a photograph. @param foreignLabel a label of another program */
export function DecisionBadges({
  stars,
  label,
  note,
  foreignLabel = '',
}: Omit<Decision, 'flag'> & { readonly foreignLabel?: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes.marks}>
      {note !== '' && <IconNote size={12} aria-label={t('review.decide.noted')} />}
      {stars > 0 && <Stars stars={stars} />}
      {label > 0 ? <LabelDot label={label} /> : <ForeignLabelBadge words={foreignLabel} />}
    </span>
  );
}

export function Stars({ stars }: Pick<Decision, 'stars'>) {
  const { t } = useTranslation();
  return (
    <span className={classes.stars} role="img" aria-label={t('review.decide.stars', { count: stars })}>
      {'★'.repeat(stars)}
    </span>
  );
}

/** A label from another program that has no color in Burnish. */
export function ForeignLabelBadge({ words }: { readonly words: string }) {
  const { t } = useTranslation();
  if (words === '') return null;
  const title = t('review.decide.foreignLabel', { words });
  return (
    <span className={`${classes.words} ellipsis`} title={title} data-testid="foreign-label">
      {words}
    </span>
  );
}

const labelColors = { red: '#d64541', yellow: '#e5c02b', green: '#4fa552', blue: '#3f7fd0', purple: '#8e5bc0' };

export function LabelDot({ label }: Pick<Decision, 'label'>) {
  const { t } = useTranslation();
  const name = labels[label] ?? 'none';
  return (
    <span
      className={classes.dot}
      style={{ background: name === 'none' ? undefined : labelColors[name] }}
      data-label={name}
      role="img"
      aria-label={t(`review.decide.labels.${name}`)}
    />
  );
}
