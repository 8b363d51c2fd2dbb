/** The versions of Burnish and its runtime, and the licenses of all its parts, with a search. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type About, type LicenseId, licenseIds } from '../../../contract/app/about.ts';
import { request } from '../../bridge.ts';
import { CopyButton } from '../../components/actions/CopyButton.tsx';
import { DocumentViewer } from '../../components/DocumentViewer.tsx';
import { Note } from '../../components/Note.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { closeAbout, useAbout } from '../../state/window/about.ts';

export function AboutSheet() {
  const { t } = useTranslation();
  const isOpen = useAbout((state) => state.isOpen);
  return (
    <Sheet opened={isOpen} onClose={closeAbout} title={t('about.title')} size={880} data-testid="about">
      <Versions />
      <Licenses />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button onClick={closeAbout} data-autofocus data-testid="about-close">
          {t('actions.close')}
        </Button>
      </Group>
    </Sheet>
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
    <Group wrap="nowrap" justify="space-between" mb="md">
      <div className="selectable" data-testid="about-versions">
        <Text fz="lg" lh="24px" fw={600}>
          {about && t('about.version', { version: about.version })}
        </Text>
        <Text inherit>{about?.runsOn}</Text>
      </div>
      <CopyButton inForm text={diagnostics} label={t('about.copy')} testId="about-copy" />
    </Group>
  );
}

function Licenses() {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<LicenseId>('burnish');
  const [query, setQuery] = useState('');
  const sections = useSections(selected);
  const searchText = useDeferredValue(query.trim().toLowerCase());
  const shown =
    searchText === '' ? sections : sections?.filter((section) => section.toLowerCase().includes(searchText));
  const emptyText = sections?.length === 0 ? t('about.missing') : t('about.nothing');
  return (
    <DocumentViewer
      label={t('about.licences')}
      items={licenseIds.map((id) => ({ id, name: t(`about.licence.${id}`) }))}
      selected={selected}
      onSelect={setSelected}
      textLabel={t('about.text', { name: t(`about.licence.${selected}`) })}
      sections={shown === undefined ? [] : shown.length > 0 ? shown : [emptyText]}
      header={
        <Group gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            size="xs"
            aria-label={t('about.find')}
            placeholder={t('about.find')}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            data-testid="about-find"
          />
          {searchText !== '' && shown && (
            <Note span role="status">
              {t('about.found', { count: shown.length })}
            </Note>
          )}
        </Group>
      }
      testId="licence"
    />
  );
}

/** Returns undefined until the text is loaded. */
function useSections(id: LicenseId): readonly string[] | undefined {
  const [loaded, setLoaded] = useState<{ readonly id: LicenseId; readonly sections: readonly string[] }>();
  useEffect(() => {
    let isCurrent = true;
    void request('app.licence', { id }).then((reply) => {
      if (reply.ok && isCurrent) setLoaded({ id, sections: reply.value });
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return loaded?.id === id ? loaded.sections : undefined;
}
