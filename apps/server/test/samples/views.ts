import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const list = 'devices'
const look = { columns: null, dense: true }

export const samples = samplesOf(
  'views',
  (app: TestApp, { mark, me, organ }: Place) =>
    insertIds(
      app,
      ['view'],
      `with made as (
         insert into list_view (list, name, owner_id, organ_id, filters)
         values ($1, $2 || '-视图', $3, $4, '{}') returning id
       ), chosen as (
         insert into list_choice (member_id, list, view_id) select $3, $1, id from made
       )
       select id as view from made`,
      [list, mark, me, organ],
    ),
  {
    mine: noInput,
    list: { input: () => ({ list }), foreign: 'nothing' },
    save: {
      input: ({ view, organ }) => ({
        viewId: view,
        list,
        name: '矩阵的新名',
        organId: organ,
        filters: {},
        sort: null,
        ...look,
      }),
    },
    remove: { input: ({ view }) => ({ viewId: view }) },
    choose: { input: ({ view }) => ({ list, viewId: view, ...look }) },
  },
)
