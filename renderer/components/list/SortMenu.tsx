/** The menu of sort orders of a list. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { type Icon, IconArrowsSort } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface SortMenuProps<Sort extends string> {
  readonly sorts: readonly Sort[];
  readonly sort: Sort;
  readonly nameOf: (sort: Sort) => string;
  readonly onSort: (sort: Sort) => void;
  readonly testId: string;
  readonly icon?: Icon;
  /** Additional items of the menu. */
  readonly children?: ReactNode;
}

export function SortMenu<Sort extends string>({
  sorts,
  sort,
  nameOf,
  onSort,
  testId,
  icon: Picture = IconArrowsSort,
  children,
}: SortMenuProps<Sort>) {
  const { t } = useTranslation();
  const label = `${t('queue.sortLabel')}: ${nameOf(sort)}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon aria-label={label} data-testid={testId}>
            <Picture size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={sort} onChange={(key) => onSort(key as Sort)}>
          {sorts.map((key) => (
            <Menu.RadioItem key={key} value={key} closeMenuOnClick data-testid={`${testId}-${key}`}>
              {nameOf(key)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
