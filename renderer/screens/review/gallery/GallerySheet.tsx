/** The sheet that makes a gallery for a client, and the report of an incomplete one. */
import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { galleryOptionsSchema } from '../../../../contract/delivery/gallery.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { unknownPlaceholders } from '../../../../contract/recipes/naming.ts';
import { request } from '../../../bridge.ts';
import { Sheet } from '../../../components/Sheet.tsx';
import { bindFields } from '../../../forms/bindFields.ts';
import { PathField } from '../../../forms/PathField.tsx';
import { formatCount as number } from '../../../locales/format.ts';
import { ExclusionNotes } from '../export/ExclusionNotes.tsx';
import classes from '../export/Export.module.css';
import { Failures } from '../export/ExportReport.tsx';
import { FlawedNote } from '../export/FlawedNote.tsx';
import { LastExport } from '../export/LastExport.tsx';
import { ScopeSelect } from '../ScopeSelect.tsx';
import {
  changeGallery,
  chooseGalleryFolder,
  chooseGalleryOffer,
  closeGallery,
  leaveOutOfGallery,
  makeGallery,
  useGallery,
} from './gallery.ts';

export function GallerySheet() {
  const { t } = useTranslation();
  const { isOpen, offers, offerKey, options, plan, flawed, isWithoutFlawed, isMade, ended } = useGallery();
  const isReady =
    plan !== null &&
    plan.count > 0 &&
    options.folder !== '' &&
    options.title.trim() !== '' &&
    galleryOptionsSchema.safeParse(options).success;
  return (
    <Sheet opened={isOpen} onClose={closeGallery} title={t('gallery.title')} size={600} data-testid="gallery">
      <Stack gap="sm" miw={0}>
        <Text inherit c="dimmed" fz="xs">
          {t('gallery.about')}
        </Text>
        <ScopeSelect
          fullWidth
          aria-label={t('exporting.what')}
          offers={offers}
          offerKey={offerKey}
          onChoose={(key) => void chooseGalleryOffer(key)}
          testId="gallery-which"
        />
        <div>
          <Text inherit className="numbers" fz="sm" role="status" data-testid="gallery-count">
            {plan === null
              ? t('gallery.counting')
              : plan.count === 0
                ? t('exporting.nothing')
                : t('gallery.pictures', { count: plan.count, number: number(plan.count) })}
          </Text>
          {plan !== null && <ExclusionNotes {...plan} missingFiles={plan.missing} />}
        </div>
        {flawed && (
          <FlawedNote
            flawed={flawed}
            isLeftOut={isWithoutFlawed}
            onLeaveOut={(isLeftOut) => void leaveOutOfGallery(isLeftOut)}
            onClose={closeGallery}
            testId="gallery-flawed"
          />
        )}
        <GalleryFields />
        <PathField
          label={t('gallery.folder')}
          path={options.folder === '' ? null : options.folder}
          placeholder={t('gallery.noFolder')}
          onChoose={() => void chooseGalleryFolder()}
          testId="gallery-folder"
        />
        <Text inherit c="dimmed" fz="xs">
          {t('gallery.private')}
        </Text>
      </Stack>
      <Group className={classes.foot} align="stretch" justify="flex-end" gap="xs" wrap="nowrap">
        <LastExport
          label={t('gallery.report.reveal')}
          onReveal={isMade ? () => void request('gallery.reveal') : undefined}
          ended={ended}
          testId="gallery-sheet"
        />
        <Button flex="none" variant="subtle" color="gray" onClick={closeGallery}>
          {t('actions.cancel')}
        </Button>
        <Button flex="none" onClick={() => void makeGallery()} disabled={!isReady} data-testid="gallery-go">
          {t('gallery.go')}
        </Button>
      </Group>
    </Sheet>
  );
}

function GalleryFields() {
  const { t } = useTranslation();
  const options = useGallery((state) => state.options);
  const field = bindFields(options, changeGallery);
  const [unknown] = unknownPlaceholders(options.captions);
  return (
    <>
      <SimpleGrid cols={2} spacing="xs">
        <TextInput
          size="xs"
          label={t('gallery.name')}
          placeholder={t('gallery.namePlaceholder')}
          maxLength={200}
          data-autofocus
          {...field.text('title', 'gallery-title')}
        />
        <TextInput size="xs" label={t('gallery.studio')} maxLength={200} {...field.text('studio', 'gallery-studio')} />
      </SimpleGrid>
      <Textarea
        size="xs"
        label={t('gallery.message')}
        maxLength={4000}
        autosize
        minRows={2}
        maxRows={6}
        {...field.text('message', 'gallery-message')}
      />
      <div className={classes.names}>
        <TextInput
          size="xs"
          label={t('gallery.captions')}
          description={t('gallery.captionsHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={unknown === undefined ? undefined : t('recipes.issues.unknown', { name: `{${unknown}}` })}
          maxLength={200}
          {...field.text('captions', 'gallery-captions')}
        />
        <NumberInput
          size="xs"
          label={t('gallery.side')}
          min={400}
          max={8000}
          allowDecimal={false}
          suffix={` ${t('gallery.sidePixels')}`}
          {...field.number('longestSide', 'gallery-side')}
        />
      </div>
      <Checkbox size="xs" label={t('gallery.before')} {...field.check('before', 'gallery-before')} />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('gallery.as')}
        value={options.zip ? 'zip' : 'folder'}
        onChange={(value) => changeGallery({ zip: value === 'zip' })}
        data={[
          { value: 'folder', label: t('gallery.asFolder') },
          { value: 'zip', label: t('gallery.asZip') },
        ]}
        data-testid="gallery-as"
      />
    </>
  );
}

/** Reports an incomplete gallery, with the failures. */
export function GalleryReport() {
  const { t } = useTranslation();
  const report = useGallery((state) => state.report);
  const close = () => useGallery.setState({ report: null });
  if (report === null) return null;
  const { done, failedCount, ending, trouble, withoutBefore, path } = report;
  const renderCount = (key: 'done' | 'withoutBefore' | 'failed', count: number) =>
    count > 0 && <p>{t(`gallery.report.${key}`, { count, number: number(count) })}</p>;
  return (
    <Sheet onClose={close} title={t('gallery.report.title')} size={560} data-testid="gallery-report">
      {trouble !== null && <p>{formatMessage(trouble)}</p>}
      {ending === 'stopped' && <p>{t('gallery.report.stopped')}</p>}
      {path === null ? <p>{t('gallery.report.none')}</p> : renderCount('done', done)}
      {path !== null && renderCount('withoutBefore', withoutBefore)}
      {renderCount('failed', failedCount)}
      <Failures {...report} />
      <Group justify="flex-end" gap="xs" mt="lg">
        {path !== null && (
          <Button variant="default" onClick={() => void request('gallery.reveal')} data-testid="gallery-reveal">
            {t('gallery.report.reveal')}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {t('actions.close')}
        </Button>
      </Group>
    </Sheet>
  );
}
