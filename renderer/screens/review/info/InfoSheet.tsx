/** The sheet with the info of photographs: headline, description, keywords, creator and copyright. */
import { Button, Group, Pill, SimpleGrid, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommonPhotoInfo, type InfoTextField, photoInfoLimits } from '../../../../contract/review/photo-info.ts';
import { Sheet } from '../../../components/Sheet.tsx';
import { formatCount as number } from '../../../locales/format.ts';
import { InfoPresets } from './InfoPresets.tsx';
import {
  changeOf,
  detailsOf,
  draftOf,
  type InfoDraft,
  keywordSeparators,
  normalizeKeywords,
  partialKeywords,
  shownText,
  withPreset,
} from './infoDraft.ts';
import { applyPhotoInfo, closePhotoInfo, usePhotoInfo } from './photoInfo.ts';

export function InfoSheet() {
  const open = usePhotoInfo((state) => state.open);
  return open && <InfoForm common={open.common} />;
}

function InfoForm({ common }: { readonly common: CommonPhotoInfo }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<InfoDraft>(() => draftOf(common));
  const [isApplying, setApplying] = useState(false);
  const apply = async () => {
    setApplying(true);
    await applyPhotoInfo(changeOf(draft, common));
    setApplying(false);
  };
  const field = (name: InfoTextField) => {
    const shown = shownText(draft, common, name);
    return {
      label: t(`info.fields.${name}`),
      placeholder: shown === null ? t('info.mixed') : undefined,
      maxLength: photoInfoLimits[name],
      value: shown ?? '',
      onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
        setDraft((now) => ({ ...now, texts: { ...now.texts, [name]: value } })),
      'data-testid': `info-${name}`,
    };
  };
  return (
    <Sheet
      onClose={closePhotoInfo}
      title={t('info.title', { count: common.count, number: number(common.count) })}
      size={560}
      data-testid="info"
    >
      <Stack
        component="form"
        gap="sm"
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <InfoPresets
          details={() => detailsOf(draft, common)}
          onChoose={(details) => setDraft((now) => withPreset(now, details))}
        />
        <TextInput size="xs" {...field('headline')} data-autofocus />
        <Textarea size="xs" autosize minRows={2} maxRows={6} {...field('description')} />
        <Keywords draft={draft} common={common} onChange={setDraft} />
        <SimpleGrid cols={2} spacing="xs">
          <TextInput size="xs" {...field('creator')} />
          <TextInput size="xs" {...field('copyright')} />
        </SimpleGrid>
        <Text inherit c="dimmed" fz="xs">
          {t('info.note')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" color="gray" onClick={closePhotoInfo}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isApplying} data-testid="info-apply">
            {t('info.apply')}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}

interface KeywordsProps {
  readonly draft: InfoDraft;
  readonly common: CommonPhotoInfo;
  readonly onChange: (draft: InfoDraft) => void;
}

/** Keywords of all photographs, and below them keywords of some, which can be removed. */
function Keywords({ draft, common, onChange }: KeywordsProps) {
  const { t } = useTranslation();
  const partial = partialKeywords(draft, common);
  return (
    <>
      <TagsInput
        size="xs"
        label={t('info.keywords')}
        description={t('info.keywordsHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        splitChars={keywordSeparators}
        maxTags={photoInfoLimits.keywords}
        data={partial.map(({ text }) => text)}
        value={[...draft.keywords]}
        onChange={(keywords) => onChange({ ...draft, keywords: normalizeKeywords(keywords) })}
        data-testid="info-keywords"
      />
      {partial.length > 0 && (
        <section aria-label={t('info.some')} data-testid="info-some">
          <Text inherit mb={4} c="dimmed" fz="xs">
            {t('info.some')}
          </Text>
          <Pill.Group gap={4}>
            {partial.map(({ text, count }) => (
              <Pill
                key={text}
                size="xs"
                withRemoveButton
                onRemove={() => onChange({ ...draft, removed: [...draft.removed, text] })}
                removeButtonProps={{ 'aria-label': t('info.removeSome', { text }), tabIndex: 0, 'aria-hidden': false }}
              >
                {t('info.someOf', { text, count })}
              </Pill>
            ))}
          </Pill.Group>
        </section>
      )}
    </>
  );
}
