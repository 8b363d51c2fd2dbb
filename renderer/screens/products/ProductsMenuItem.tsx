/** Opens the products of a batch, where it was made with a product list: from a menu, or from what says which batch is shown. */
import { Menu } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../contract/jobs/job.ts';
import { requestQuietly } from '../../bridge.ts';
import { showProducts } from '../../state/processing/products.ts';
import classes from './Products.module.css';

interface ProductsItemProps {
  readonly batch: Pick<Batch, 'id' | 'title'>;
}

/** Whether the batch has a product list; false until that is known. */
function useHasProducts(batchId: number): boolean {
  const [found, setFound] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void requestQuietly('products.ofBatch', { batchId }).then((reply) => {
      if (isCurrent && reply.ok && reply.value !== null) setFound(batchId);
    });
    return () => {
      isCurrent = false;
    };
  }, [batchId]);
  return found === batchId;
}

export function ProductsItem({ batch }: ProductsItemProps) {
  const { t } = useTranslation();
  if (!useHasProducts(batch.id)) return null;
  return (
    <Menu.Item onClick={() => showProducts(batch)} data-testid="batch-products">
      {t('products.ofBatch')}
    </Menu.Item>
  );
}

export function ProductsLink({ batch }: ProductsItemProps) {
  const { t } = useTranslation();
  if (!useHasProducts(batch.id)) return null;
  return (
    <button type="button" className={classes.link} onClick={() => showProducts(batch)} data-testid="products-link">
      {t('products.show')}
    </button>
  );
}
