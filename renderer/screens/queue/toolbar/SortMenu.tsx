/** The order of the list. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type JobSort, jobSorts } from '../../../../preload/contract/desk/lists.ts';
import { setSort, useQueueUi } from '../../../state/queueUi.ts';

export function SortMenu() {
  const { t } = useTranslation();
  const sort = useQueueUi((ui) => ui.sort);
  const label = `${t('queue.sortLabel')}: ${t(`queue.sort.${sort}`)}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon aria-label={label} data-testid="queue-sort">
            <IconArrowsSort size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={sort} onChange={(key) => setSort(key as JobSort)}>
          {jobSorts.map((key) => (
            <Menu.RadioItem key={key} value={key} data-testid={`queue-sort-${key}`}>
              {t(`queue.sort.${key}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
