import { describe, expect, it } from 'vitest'
import { dropOf } from './kanban.ts'

const dispatcher = { id: 1, codes: new Set(['ops:dispatch']) }
const technician = { id: 7, codes: new Set(['ops:handle']) }

describe('a card that is dropped on a column', () => {
  it('is the act that leads from its state to that one, by whoever may', () => {
    const pending = { state: 'pending', assigneeId: null, reopenable: false } as const
    expect(dropOf(pending, 'assigned', dispatcher)).toEqual({ act: 'dispatch', words: '松开派单' })
    expect(dropOf(pending, 'handling', technician)).toEqual({ act: 'claim', words: '松开认领' })
    expect(dropOf(pending, 'handling', dispatcher)).toEqual({ act: null, words: '没有权限' })
  })

  it('goes back by refusing it for its assignee, by taking it away for who sends out', () => {
    const assigned = { state: 'assigned', assigneeId: 7, reopenable: false } as const
    expect(dropOf(assigned, 'pending', technician).act).toBe('reject')
    expect(dropOf(assigned, 'pending', dispatcher).act).toBe('reassign')
    expect(dropOf(assigned, 'handling', dispatcher)).toEqual({ act: null, words: '只有负责人可以' })
    const robbed = { id: 7, codes: new Set<string>() }
    expect(dropOf(assigned, 'handling', robbed)).toEqual({ act: null, words: '没有权限' })
  })

  it('says between which states no act leads', () => {
    const done = { state: 'done', assigneeId: 7, reopenable: false } as const
    expect(dropOf(done, 'handling', dispatcher)).toEqual({
      act: null,
      words: '不能从“已完成”到“处理中”',
    })
  })

  it('is opened again only where that can be', () => {
    const closed = { state: 'closed', assigneeId: null, reopenable: true } as const
    expect(dropOf(closed, 'pending', dispatcher).act).toBe('reopen')
    expect(dropOf({ ...closed, reopenable: false }, 'pending', dispatcher)).toEqual({
      act: null,
      words: '已合并或关闭超过 7 天，不能重新打开',
    })
  })
})
