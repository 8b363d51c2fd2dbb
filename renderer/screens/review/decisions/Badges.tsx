/** A decision as small signs: flag, stars, label; and what measuring found wrong with a photograph. */
import { IconBlur, IconEyeClosed, IconFlag3Filled, IconNote, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Quality } from '../../../../contract/review/list-queries.ts';
import { type Decision, labels } from '../../../../contract/review/photo-decision.ts';
import classes from './Badges.module.css';

/** In the corner of a picture. */
export function FlagBadge({ flag }: Pick<Decision, 'flag'>) {
  const { t } = useTranslation();
  if (flag === 0) return null;
  return (
    <span
      className={classes.flag}
      data-flag={flag}
      role="img"
      aria-label={t(flag === 1 ? 'review.decide.picked' : 'review.decide.rejected')}
    >
      {flag === 1 ? <IconFlag3Filled size={13} aria-hidden /> : <IconX size={13} stroke={2.5} aria-hidden />}
    </span>
  );
}

const flawIcons = { eyes: IconEyeClosed, focus: IconBlur } as const;

/** In the corner of a picture: what is wrong with it, as far as it was measured. */
export function FlawBadges({ quality }: { readonly quality: Quality | null }) {
  const { t } = useTranslation();
  if (quality === null || quality.flaws.length === 0) return null;
  return (
    <span className={classes.flaws}>
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

/** The same in words; nothing where nothing was measured, or found. */
export function QualityLine({ quality }: { readonly quality: Quality | null }) {
  const { t } = useTranslation();
  if (quality === null) return null;
  const { faces, flaws } = quality;
  const texts = [
    ...(faces === null ? [] : [t('review.flaws.faces', { count: faces })]),
    ...flaws.map((flaw) => t(`review.flaws.${flaw}`)),
  ];
  return texts.length === 0 ? null : (
    <p className={classes.quality} data-testid="loupe-quality">
      {texts.join(' · ')}
    </p>
  );
}

/** Beside a name. @param foreignLabel of another program, which a colour covers */
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
      {stars > 0 && (
        <span className={classes.stars} role="img" aria-label={t('review.decide.stars', { count: stars })}>
          {'★'.repeat(stars)}
        </span>
      )}
      {label > 0 ? <LabelDot label={label} /> : <ForeignLabelBadge words={foreignLabel} />}
    </span>
  );
}

/** A label that another program gave a photograph and that has no colour here, in that program's words. */
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

export function LabelDot({ label }: Pick<Decision, 'label'>) {
  const { t } = useTranslation();
  const name = labels[label] ?? 'none';
  return <span className={classes.dot} data-label={name} role="img" aria-label={t(`review.decide.labels.${name}`)} />;
}
