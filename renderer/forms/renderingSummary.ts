/** Summaries of the fields of a rendering: "Quality 92". Null if a field has no effect. Pure. */
import type { TFunction } from 'i18next';
import { joinList } from '../../contract/messages/format-message.ts';
import type { Rendering } from '../../contract/recipes/output.ts';
import { toDisplaySize, unitOf } from './maxFileSize.ts';

type Summary = (rendering: Rendering, t: TFunction) => string | null;

export const renderingWords = {
  quality: ({ quality }, t) => `${t('recipes.output.quality')} ${quality}`,
  mostKilobytes: ({ format, mostKilobytes }, t) => {
    if (format !== 'jpeg' || mostKilobytes === null) return null;
    const unit = unitOf(mostKilobytes);
    return t('recipes.output.upTo', { size: toDisplaySize(mostKilobytes, unit), unit });
  },
  depth: ({ format, depth }, t) =>
    format === 'png' || format === 'tiff' ? t('recipes.output.bits', { n: depth }) : null,
  sharpen: ({ size, sharpen }, t) =>
    size.kind === 'photograph' || sharpen === 'off' ? null : t(`recipes.output.sharpened.${sharpen}`),
  colour: ({ colour }, t) => t(`recipes.output.colours.${colour}`),
  metadata: ({ metadata }, t) => {
    const without = metadata.keep === 'all' ? metadata.without : [];
    const groups = joinList(without.map((group) => t(`recipes.output.groups.${group}`)));
    const kept = t(`recipes.output.keeps.${metadata.keep}`);
    const words = [groups === '' ? kept : t('recipes.output.keptWithout', { kept, groups })];
    return [...words, metadata.creator, metadata.copyright].filter(Boolean).join(' · ');
  },
} as const satisfies Readonly<Partial<Record<keyof Rendering, Summary>>>;
