import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

export const samples = samplesOf(
  'pushes',
  (app: TestApp, { mark, organ, me }: Place) =>
    insertIds(
      app,
      ['draft', 'waiting', 'sent'],
      `with made as (
         insert into push (title, content, audience_kind, audience_ids, channels, state, send_at, sent_at, author_id,
           organ_id, sender_id)
         select $1 || '-推送', '<p>内容</p>', 'organisations', array[$2::bigint], '{system}', state,
           case state when 'waiting' then now() + interval '1 day' end, case state when 'sent' then now() end, $3, $2, $3
         from unnest('{draft,waiting,sent}'::text[]) state returning id, state
       ) select max(id) filter (where state = 'draft') as draft, max(id) filter (where state = 'waiting') as waiting,
           max(id) filter (where state = 'sent') as sent from made`,
      [mark, organ, me],
    ),
  {
    list: noInput,
    export: noInput,
    choices: { input: ({ member }) => ({ kind: 'people', ids: [member] }), foreign: 'nothing' },
    info: { input: ({ draft }) => ({ pushId: draft }) },
    reach: {
      input: ({ organ }) => ({ audience: { kind: 'organisations', ids: [organ] } }),
      foreign: 'nothing',
    },
    save: {
      input: ({ draft, organ }) => ({
        pushId: draft,
        title: '矩阵标题',
        content: '<p>矩阵内容</p>',
        audience: { kind: 'organisations', ids: [organ] },
        channels: ['system'],
      }),
    },
    send: { input: ({ draft }) => ({ pushId: draft }) },
    cancel: { input: ({ waiting }) => ({ pushId: waiting }) },
    withdraw: { input: ({ sent }) => ({ pushId: sent }) },
    remove: { input: ({ draft }) => ({ pushId: draft }) },
  },
)
