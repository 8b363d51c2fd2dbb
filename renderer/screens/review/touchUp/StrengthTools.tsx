/** The strength of a retouch: the slider in the bar, the picture, and a slider for each face. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import type { Box } from '../../../../contract/jobs/result.ts';
import type { TouchPicture, TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';
import { requestQuietly } from '../../../bridge.ts';
import { percent } from '../../../locales/format.ts';
import { facePixels, type Oval, ovalsOf } from './facePixels.ts';
import { PercentSlider } from './PercentSlider.tsx';
import classes from './Touch.module.css';
import { StageNote } from './TouchUpBar.tsx';
import { isSameFace, setFace, setOverallStrength, useTouch } from './touchUp.ts';

export function StrengthBar() {
  const { t } = useTranslation();
  const overallStrength = useTouch((touch) => touch.strength.whole);
  return (
    <Group component="span" gap="xs" wrap="nowrap">
      <span aria-hidden>{t('touch.strength.whole')}</span>
      <PercentSlider
        label={t('touch.strength.whole')}
        share={overallStrength}
        onChange={setOverallStrength}
        width={240}
        testId="touch-strength"
      />
      <Text span inherit className="numbers" miw={36} ta="right" data-testid="touch-strength-value">
        {percent(overallStrength)}
      </Text>
    </Group>
  );
}

/** Shows the retouch over its photograph, as opaque as the strength, and the pixels around faces with their own strength. */
export function StrengthPicture({ opened }: { readonly opened: TouchUpSession }) {
  const strength = useTouch((touch) => touch.strength);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { photograph, result, scale, ownId } = opened;
  const { width, height } = photograph;
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d');
      context?.clearRect(0, 0, width, height);
      for (const { area, pixels } of facePixels(photograph, result, strength, scale)) {
        context?.putImageData(new ImageData(pixels, area.width, area.height), area.left, area.top);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [photograph, result, strength, scale, width, height]);
  return (
    <>
      <img
        src={imageUrl.result(ownId)}
        alt=""
        className={classes.layer}
        style={{ opacity: strength.whole }}
        draggable={false}
        data-testid="touch-over"
      />
      <canvas ref={canvas} width={width} height={height} className={classes.layer} aria-hidden />
    </>
  );
}

interface StrengthFacesProps {
  readonly opened: TouchUpSession;
  readonly photographId: number;
}

/** A slider for each face. With one face, the overall strength is enough. */
export function StrengthFaces({ opened, photographId }: StrengthFacesProps) {
  const { t } = useTranslation();
  const [detected, setDetected] = useState<readonly Box[] | 'looking' | 'failed'>('looking');
  const adjusted = useTouch((touch) => touch.strength.faces);
  const overallStrength = useTouch((touch) => touch.strength.whole);
  const { photograph, scale } = opened;
  const [initiallyAdjusted] = useState(adjusted);
  useEffect(() => {
    let isCurrent = true;
    void requestQuietly('loupe.faces', { id: photographId }).then((reply) => {
      if (isCurrent) setDetected(reply.ok ? reply.value : 'failed');
    });
    return () => {
      isCurrent = false;
    };
  }, [photographId]);
  const ovals = useMemo(() => {
    const size = { width: photograph.width / scale, height: photograph.height / scale };
    return ovalsOf(typeof detected === 'string' ? [] : detected, size, initiallyAdjusted);
  }, [detected, photograph, scale, initiallyAdjusted]);

  if (typeof detected === 'string' && ovals.length === 0)
    return <StageNote>{t(detected === 'looking' ? 'touch.strength.looking' : 'touch.strength.noFaces')}</StageNote>;
  if (ovals.length < 2) return null;
  return (
    <Stack
      component="section"
      className={classes.faces}
      gap={6}
      mah="calc(100% - 72px)"
      p="xs"
      bd="1px solid var(--b-line)"
      bdrs="md"
      bg="var(--b-panel)"
      fz="xs"
      aria-label={t('touch.strength.faces')}
      data-testid="touch-faces"
    >
      <Text component="h2" inherit fw={700}>
        {t('touch.strength.faces')}
      </Text>
      {ovals.map((oval, index) => {
        const face = adjusted.find((each) => isSameFace(each, oval));
        const strength = face?.strength ?? overallStrength;
        return (
          <Group key={`${oval.x} ${oval.y}`} gap={10} wrap="nowrap">
            <FaceCrop
              picture={photograph}
              oval={oval}
              scale={scale}
              label={t('touch.strength.face', { n: index + 1 })}
            />
            <PercentSlider
              label={t('touch.strength.ofFace', { n: index + 1 })}
              share={strength}
              onChange={(share) => setFace(oval, share)}
              width={120}
              testId={`touch-face-${index + 1}`}
            />
            <Text span inherit className="numbers" miw={36} ta="right">
              {percent(strength)}
            </Text>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              style={face === undefined ? { visibility: 'hidden' } : {}}
              onClick={() => setFace(oval, null)}
            >
              {t('touch.strength.asWhole')}
            </Button>
          </Group>
        );
      })}
    </Stack>
  );
}

interface FaceCropProps {
  readonly picture: TouchPicture;
  readonly oval: Oval;
  readonly scale: number;
  readonly label: string;
}

/** CSS px. */
const cropSide = 40;
/** Canvas px: twice as many, for screens of high density. */
const cropPx = 2 * cropSide;

function FaceCrop({ picture, oval, scale, label }: FaceCropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const side = Math.max(1, Math.round(Math.max(oval.width, oval.height) * scale));
    const left = Math.round((oval.x + oval.width / 2) * scale - side / 2);
    const top = Math.round((oval.y + oval.height / 2) * scale - side / 2);
    const { width, height, pixels } = picture;
    const image = new ImageData(new Uint8ClampedArray(pixels), width, height);
    void createImageBitmap(image, left, top, side, side).then((part) => {
      context.clearRect(0, 0, cropPx, cropPx);
      context.drawImage(part, 0, 0, cropPx, cropPx);
    });
  }, [picture, oval, scale]);
  return (
    <canvas
      ref={canvas}
      width={cropPx}
      height={cropPx}
      style={{ width: cropSide, height: cropSide, borderRadius: 4 }}
      role="img"
      aria-label={label}
    />
  );
}
