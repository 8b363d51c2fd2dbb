/** What Burnish is: its version, that of what it runs on, and the licences of all its parts, to be read. */
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type About, type LicenseId, licenseIds } from '../../../contract/app/about.ts';
import { request } from '../../bridge.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import classes from '../../components/DocumentViewer.module.css';
import { Reading } from '../../components/DocumentViewer.tsx';
import { closeAbout, useAbout } from '../../state/window/about.ts';

export function AboutSheet() {
  const { t } = useTranslation();
  const isOpen = useAbout((state) => state.isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={closeAbout}
      title={t('about.title')}
      size={880}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="about"
    >
      <Versions />
      <Licenses />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button onClick={closeAbout} data-autofocus data-testid="about-close">
          {t('actions.close')}
        </Button>
      </Group>
    </Modal>
  );
}

function Versions() {
  const { t } = useTranslation();
  const [about, setAbout] = useState<About | null>(null);
  useEffect(() => {
    void request('app.about').then((reply) => reply.ok && setAbout(reply.value));
  }, []);
  const diagnostics = async () => {
    const reply = await request('app.diagnostics');
    return reply.ok ? reply.value : null;
  };
  return (
    <div className={classes.top}>
      <div className="selectable" data-testid="about-versions">
        <p>{about && t('about.version', { version: about.version })}</p>
        <p>{about?.runsOn}</p>
      </div>
      <CopyButton inForm text={diagnostics} label={t('about.copy')} testId="about-copy" />
    </div>
  );
}

function Licenses() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<LicenseId>('burnish');
  const [words, setWords] = useState('');
  const sections = useSections(chosen);
  const wanted = useDeferredValue(words.trim().toLowerCase());
  const shown = wanted === '' ? sections : sections?.filter((section) => section.toLowerCase().includes(wanted));
  const instead = sections?.length === 0 ? t('about.missing') : t('about.nothing');
  return (
    <Reading
      label={t('about.licences')}
      items={licenseIds.map((id) => ({ id, name: t(`about.licence.${id}`) }))}
      chosen={chosen}
      onChoose={setChosen}
      textLabel={t('about.text', { name: t(`about.licence.${chosen}`) })}
      sections={shown === undefined ? [] : shown.length > 0 ? shown : [instead]}
      head={
        <div className={classes.find}>
          <TextInput
            size="xs"
            aria-label={t('about.find')}
            placeholder={t('about.find')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            data-testid="about-find"
          />
          {wanted !== '' && shown && <small role="status">{t('about.found', { count: shown.length })}</small>}
        </div>
      }
      testId="licence"
    />
  );
}

/** Undefined while they are read. */
function useSections(id: LicenseId): readonly string[] | undefined {
  const [read, setRead] = useState<{ readonly id: LicenseId; readonly sections: readonly string[] }>();
  useEffect(() => {
    let isCurrent = true;
    void request('app.licence', { id }).then((reply) => {
      if (reply.ok && isCurrent) setRead({ id, sections: reply.value });
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return read?.id === id ? read.sections : undefined;
}
