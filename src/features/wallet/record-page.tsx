// Ledger entries by kind, with the balance after each, and as CSV.
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { RecordLine } from '../../../core/endpoints/responses.ts';
import { LoginCard, PagedList } from '../../components/common/async-states.tsx';
import { CsvButton } from '../../components/common/csv-button.tsx';
import { FigureText } from '../../components/common/figure-text.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { Fact } from '../../ui/fact.tsx';
import { toneOf } from '../../ui/tone.ts';
import { useInfiniteQuery } from '../../hooks/use-infinite-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { type Figure, coinFigure, coinText } from '../../stores/market/figures.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { moneyText } from '../../stores/market/number-format.ts';
import { TAB_NAMES, RECORD_TABS, type RecordTab, entryFigure, signedFigure, recordTypeText } from './record-text.ts';
import { fetchStatement } from './statement-file.ts';
import styles from './wallet.module.css';

export function RecordPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  if (loggedIn) return <Records />;
  return (
    <>
      <PageHeader title={t('title.records')} />
      <main className="column">
        <LoginCard
          text={t('record.hashText')}
          back="/pages/wallet/record?type=0"
          example={[
            [t('record.recharge'), `+${moneyText('10000')} USDT`],
            [t('record.spot_buy'), `−${moneyText('1750')} USDT`],
            [t('record.transfer_to_contract'), `−${moneyText('3000')} USDT`],
          ]}
        />
      </main>
    </>
  );
}

function Records() {
  const { t } = useTranslation();
  const { type: menu = 0 } = useSearch({ from: '/pages/wallet/record' });
  const [tab, setTab] = useState<RecordTab>(TAB_NAMES[menu] ?? 'all');
  const [type, setType] = useState<string>(RECORD_TABS[TAB_NAMES[menu] ?? 'all'][0]);
  const [shown, setShown] = useState<RecordLine | null>(null);
  const pages = useInfiniteQuery('/user/point/change/log', { type }, 'id');
  return (
    <>
      <PageHeader title={t('title.records')} trailing={<CsvButton file={() => fetchStatement(type)} />} />
      <main className="column">
        <Tabs
          label={t('title.records')}
          value={tab}
          onChange={(key) => {
            setTab(key);
            setType(RECORD_TABS[key][0]);
          }}
          choices={TAB_NAMES.map((key) => ({ key, label: t(`record.tab.${key}`) }))}
        />
        {tab !== 'all' && (
          <SelectField
            label={t('record.kind')}
            value={type}
            onValue={setType}
            choices={RECORD_TABS[tab].map((key) => ({ key, label: recordTypeText(key, t) }))}
            testId="record-type"
          />
        )}
        <PagedList pages={pages} empty={<NoticeCard title={t('app.noData')} />}>
          {(list) => (
            <ul>
              {list.map((line) => (
                <RecordRow key={line.id} line={line} onShow={setShown} />
              ))}
            </ul>
          )}
        </PagedList>
        <Sheet
          open={shown !== null}
          onClose={() => setShown(null)}
          title={shown ? recordTypeText(shown.type, t) : ''}
          closeLabel={t('app.close')}
        >
          {shown && <RecordDetails line={shown} />}
        </Sheet>
      </main>
    </>
  );
}

function RecordRow({ line, onShow }: { line: RecordLine; onShow: (line: RecordLine) => void }) {
  const { t } = useTranslation();
  const symbol = instrumentById(line.coinInfoId)?.info.symbol ?? '';
  return (
    <li className={styles.order} data-testid="record">
      <button type="button" className={styles.line} onClick={() => onShow(line)}>
        <span className={styles.between}>
          <b>{recordTypeText(line.type, t)}</b>
          <span className="num" data-tone={toneOf(line.amount)}>
            {entryFigure(line, t, symbol).text}
          </span>
        </span>
        <span className={styles.between}>
          <time className="num hint" dateTime={new Date(line.createTime).toISOString()}>
            {dateTimeText(line.createTime)}
          </time>
          {line.balanceAfter !== undefined && (
            <span className="num hint">{coinText(line.balanceAfter, line.coinInfoId)}</span>
          )}
        </span>
      </button>
    </li>
  );
}

function RecordDetails({ line }: { line: RecordLine }) {
  const { t } = useTranslation();
  const symbol = instrumentById(line.coinInfoId)?.info.symbol ?? '';
  const ofCoin = (amount?: string): Figure | undefined =>
    amount === undefined ? undefined : coinFigure(amount, line.coinInfoId, symbol);
  const rows: [string, string | Figure | undefined][] = [
    [t('record.id'), String(line.id)],
    [t('record.account'), t(line.account === 'spot' ? 'assets.spot' : 'assets.contract')],
    [t('record.amount'), signedFigure(line.amount, line.coinInfoId, symbol)],
    [t('record.balanceAfter'), ofCoin(line.balanceAfter)],
    [t('record.freezeAfter'), ofCoin(line.freezeAfter)],
    [t('record.ref'), line.refNo],
    [t('record.remark'), line.remark],
    [t('record.time'), dateTimeText(line.createTime)],
    [t('record.hash'), line.hash],
    [t('record.prev'), line.prev],
  ];
  return (
    <>
      <dl className="facts">
        {rows.map(([name, value]) =>
          value ? (
            <Fact key={name} label={name}>
              <FigureText figure={typeof value === 'string' ? { text: value } : value} />
            </Fact>
          ) : null,
        )}
      </dl>
      {line.hash !== undefined && <p className="hint">{t('record.hashText')}</p>}
    </>
  );
}
