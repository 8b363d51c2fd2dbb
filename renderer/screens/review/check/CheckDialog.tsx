/** The sheet that checks results against a marketplace's rules, and saves the report as a table. */
import { Box, Button, Group, Text } from '@mantine/core';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage, joinSentences } from '../../../../contract/messages/format-message.ts';
import type { CheckReport } from '../../../../contract/recipes/custom-presets.ts';
import { marketplaces } from '../../../../contract/recipes/marketplaces.ts';
import type { Reply } from '../../../../preload/channels.ts';
import { request } from '../../../bridge.ts';
import { MarketplaceSelect } from '../../../components/marketplace/MarketplaceSelect.tsx';
import { MarketplaceVerdict } from '../../../components/marketplace/MarketplaceVerdict.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import tables from '../../../components/Table.module.css';
import { formatCount as number } from '../../../locales/format.ts';
import { notify } from '../../../notifications.tsx';
import type { ExportScope } from '../export/exportSheet.ts';
import { ScopeSelect } from '../ScopeSelect.tsx';
import classes from './Check.module.css';
import { closeCheck, selectChecked, useChecking } from './marketplaceCheck.ts';

export function CheckSheet() {
  const offers = useChecking((state) => state.offers);
  return offers && <CheckDialog offers={offers} />;
}

function CheckDialog({ offers }: { readonly offers: readonly ExportScope[] }) {
  const { t } = useTranslation();
  const [offerKey, setOfferKey] = useState(offers[0]?.key ?? null);
  const [marketplace, setMarketplace] = useState<string | null>(marketplaces[0]?.id ?? null);
  const [report, setReport] = useState<CheckReport | null>(null);
  const [isChecking, setChecking] = useState(false);
  const offer = offers.find(({ key }) => key === offerKey);

  const check = async () => {
    if (offer === undefined || marketplace === null) return;
    await show(request('presets.check', { on: offer.on, marketplace }));
  };
  const checkFiles = async () => {
    const files = await request('app.chooseImages');
    if (!files.ok || files.value === null || marketplace === null) return;
    await show(request('presets.checkFiles', { grant: files.value, marketplace }));
  };
  const show = async (pendingReply: Promise<Reply<CheckReport>>) => {
    setChecking(true);
    setReport(null);
    const reply = await pendingReply;
    setChecking(false);
    if (reply.ok) setReport(reply.value);
  };
  const save = async () => {
    const folder = await request('app.chooseFolder', { title: t('presets.check.saveTitle'), start: null });
    if (!folder.ok || folder.value === null) return;
    const reply = await request('presets.saveChecks', { folder: folder.value.id });
    if (!reply.ok) return;
    const reveal = {
      label: () => i18next.t('exporting.report.reveal'),
      go: () => void request('presets.revealChecks'),
    };
    notify(
      { tone: 'success', text: () => i18next.t('presets.check.saved', { name: reply.value }) },
      { action: reveal },
    );
  };
  return (
    <Sheet onClose={closeCheck} title={t('presets.check.title')} size={760} data-testid="check">
      <Group align="flex-end" justify="space-between">
        <ScopeSelect
          aria-label={t('presets.check.which')}
          offers={offers}
          offerKey={offerKey}
          onChoose={setOfferKey}
          isFirst
          testId="check-which"
        />
        <MarketplaceSelect
          size="xs"
          label={t('presets.check.preset')}
          value={marketplace}
          none={null}
          onChange={setMarketplace}
          testId="check-preset"
        />
      </Group>
      <Box className={classes.report} mt="sm" h="min(380px, 46vh)">
        {report === null ? (
          <p>{t(offer ? 'presets.check.about' : 'presets.check.empty')}</p>
        ) : (
          <Report report={report} />
        )}
      </Box>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button
          variant="default"
          mr="auto"
          disabled={isChecking}
          onClick={() => void checkFiles()}
          data-autofocus={offer === undefined || undefined}
          data-testid="check-files"
        >
          {t('presets.check.choose')}
        </Button>
        {report !== null && report.failedPhotographs.length > 0 && (
          <Button
            variant="default"
            onClick={() => void selectChecked(report.failedPhotographs)}
            data-testid="check-select"
          >
            {t('presets.check.selectFailed')}
          </Button>
        )}
        {report !== null && report.files.length > 0 && (
          <Button variant="default" onClick={() => void save()} data-testid="check-save">
            {t('presets.check.save')}
          </Button>
        )}
        <Button loading={isChecking} disabled={offer === undefined} onClick={() => void check()} data-testid="check-go">
          {t('presets.check.start')}
        </Button>
      </Group>
    </Sheet>
  );
}

function Report({ report }: { readonly report: CheckReport }) {
  const { t } = useTranslation();
  const { files, passed, failed, isStopped } = report;
  if (files.length === 0) return <p>{t(isStopped ? 'presets.check.stopped' : 'presets.check.none')}</p>;
  return (
    <>
      <p role="status" data-testid="check-sum">
        {joinSentences(
          [
            passed > 0 && t('presets.check.passed', { count: passed }),
            failed > 0 && t('presets.check.failed', { count: failed }),
            isStopped && t('presets.check.stopped'),
          ].filter((part) => part !== false),
        )}
      </p>
      <table className={tables.table} data-testid="check-table">
        <thead>
          <tr>
            <Box component="th" w="36%">
              {t('presets.check.file')}
            </Box>
            <th>{t('presets.check.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: files in several folders may have the same name, and the list never changes
            <tr key={index} data-passes={file.passes}>
              <td className="selectable">{file.name}</td>
              <td>
                {file.problem === null ? (
                  <MarketplaceVerdict findings={file.findings} name={null} />
                ) : (
                  <>
                    <Text span inherit c="var(--b-uncertain)">
                      {t('presets.check.unread')}
                    </Text>
                    <div>{formatMessage(file.problem)}</div>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {passed + failed > files.length && (
        <p>{t('presets.check.more', { count: files.length, n: number(files.length) })}</p>
      )}
    </>
  );
}
