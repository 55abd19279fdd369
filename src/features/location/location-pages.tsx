// Choosing a location by map, list or device position, and opening one in a maps app.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { type City, findCities, geoUri, coordinatesText } from './cities.ts';
import { type DeviceLocation, useDeviceLocation } from './use-device-location.ts';
import { WorldMap } from './world-map.tsx';
import styles from './location.module.css';

export function ChooseLocationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [place, setPlace] = useState<City | null>(null);
  const [text, setText] = useState('');
  const own = useDeviceLocation((lat, lng) => setPlace({ name: t('place.own'), lat, lng }));
  const found = findCities(text);
  return (
    <>
      <PageHeader title={t('place.choose')} />
      <main className="rows">
        <WorldMap
          label={place ? t('place.mapAt', { place: place.name }) : t('place.map')}
          point={place}
          onPoint={(lat, lng) => setPlace({ name: t('place.onMap'), lat, lng })}
        />
        {place && (
          <p className={styles.chosen} role="status">
            <b>{place.name}</b>
            <span className="num">{coordinatesText(place)}</span>
          </p>
        )}
        <div className={styles.buttons}>
          <Button busy={own.state === 'asking'} onClick={own.request}>
            {t('place.useOwn')}
          </Button>
          <Button
            kind="primary"
            disabled={place === null}
            onClick={() => place && void navigate({ to: '/open-location', search: { ...place } })}
          >
            {t(place ? 'place.use' : 'place.useNone')}
          </Button>
        </div>
        <DeviceLocationError state={own.state} />
        <TextField label={t('place.search')} value={text} onValue={setText} />
        <div className="list" role="group" aria-label={t('place.list')}>
          {found.map((one) => (
            <button
              key={one.name}
              type="button"
              className={styles.row}
              aria-pressed={one.name === place?.name}
              onClick={() => setPlace(one)}
            >
              <bdi>{one.name}</bdi>
              {one.name === place?.name && <Icon name="check" size={20} />}
            </button>
          ))}
          {found.length === 0 && <p role="status">{t('app.noData')}</p>}
        </div>
      </main>
    </>
  );
}

function DeviceLocationError({ state }: { state: DeviceLocation['state'] }) {
  const { t } = useTranslation();
  if (state !== 'denied' && state !== 'unknown') return null;
  return (
    <p className={styles.trouble} role="alert">
      {t(state === 'denied' ? 'place.denied' : 'place.unknown')}
    </p>
  );
}

export function OpenLocationPage() {
  const { t } = useTranslation();
  const { lat, lng, name } = useSearch({ from: '/open-location' });
  const navigate = useNavigate();
  const place: City | null =
    lat === undefined || lng === undefined ? null : { name: name ?? t('place.onMap'), lat, lng };
  return (
    <>
      <PageHeader title={t('title.place')} />
      <main className="rows">
        <WorldMap label={place ? t('place.mapAt', { place: place.name }) : t('place.map')} point={place} />
        {place === null && <p role="status">{t('place.none')}</p>}
        {place && (
          <>
            <p className={styles.chosen}>
              <b>{place.name}</b>
              <span className="num">{coordinatesText(place)}</span>
            </p>
            <a className={styles.open} href={geoUri(place)}>
              {t('place.openApp')}
            </a>
            <CopyButton text={`${place.lat}, ${place.lng}`} />
          </>
        )}
        <Button onClick={() => void navigate({ to: '/choose-location' })}>{t('place.choose')}</Button>
      </main>
    </>
  );
}
