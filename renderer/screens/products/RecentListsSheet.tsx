import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../components/IconAction.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { closeRecentLists, forgetList, matchProductList, useProducts } from '../../state/processing/products.ts';
import classes from './Products.module.css';

/** Product lists that were used before, in a studio by any station. */
export function RecentListsSheet() {
  const { t } = useTranslation();
  const recent = useProducts((state) => state.recent);
  if (recent === null) return null;
  return (
    <Sheet onClose={closeRecentLists} title={t('products.recent.title')} size={440} data-testid="product-lists">
      <ul className={classes.recent}>
        {recent.map(({ id, name }, index) => (
          <li key={id}>
            <button
              type="button"
              className="ellipsis"
              title={name}
              data-autofocus={index === 0 || undefined}
              onClick={() => void matchProductList(id)}
              data-testid={`product-lists-${name}`}
            >
              {name}
            </button>
            <IconAction
              label={t('products.recent.forget', { name })}
              icon={IconX}
              onClick={() => void forgetList(id)}
              testId={`product-lists-forget-${name}`}
            />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => void matchProductList(null)} data-testid="product-lists-file">
          {t('products.recent.file')}
        </Button>
      </Group>
    </Sheet>
  );
}
