import type { CommandName } from '@drivesim/contract/devices/telemetry/telemetry'

/** What follows from switching a device on and off. */
export const enableConsequence = '启用后设备可以重新连接并开始训练。'
export const disableConsequence = '停用后设备会被断开，不能训练也不能上报，历史记录保留；之后可以重新启用。'

/** What follows from each command. */
export const commandConsequences: Readonly<Record<CommandName, string>> = {
  lock: '设备会锁定，学员不能开始新的训练，直到解锁。',
  unlock: '设备会解锁，学员可以开始训练。',
  restart: '设备会重新启动，正在进行的训练会中断，约一分钟后恢复。',
  reloadConfig: '设备会重新读取配置，不影响正在进行的训练。',
}

/** Commands that stop somebody who is training, or wants to. */
export const isDisturbing = (command: CommandName): boolean => command === 'restart' || command === 'lock'
