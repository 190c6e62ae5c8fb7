-- contract
-- Calls have one set of verbs, and three domains of money other names. What is kept by the name of a call follows: the operation
-- log, what a change answered, and the files that a job writes. docs/stored-names.md has all names that are kept.

create temporary table renamed_call (was text primary key, now text not null) on commit drop;
insert into renamed_call (was, now) values
  ('bills.billExport', 'bills.export'),
  ('bills.billOrderExport', 'bills.orderExport'),
  ('enrolment.createConfig', 'enrolment.addConfig'),
  ('enrolment.updateConfig', 'enrolment.modifyConfig'),
  ('enrolment.deleteConfig', 'enrolment.removeConfig'),
  ('enrolment.createCoach', 'enrolment.addCoach'),
  ('enrolment.updateCoach', 'enrolment.modifyCoach'),
  ('enrolment.deleteCoach', 'enrolment.removeCoach'),
  ('finance.contractExport', 'contracts.export'),
  ('finance.addContract', 'contracts.add'),
  ('finance.modifyContract', 'contracts.modify'),
  ('finance.terminateContract', 'contracts.terminate'),
  ('finance.voidContract', 'contracts.void'),
  ('finance.addDeposit', 'contracts.addDeposit'),
  ('inspections.planSave', 'inspections.savePlan'),
  ('inspections.planSetEnabled', 'inspections.setPlanEnabled'),
  ('inspections.planStart', 'inspections.startPlan'),
  ('inspections.checklistSave', 'inspections.saveChecklist'),
  ('inspections.checklistSetEnabled', 'inspections.setChecklistEnabled'),
  ('inspections.stocktakeOpen', 'inspections.openStocktake'),
  ('inspections.stocktakeClose', 'inspections.closeStocktake'),
  ('opsSettings.componentSave', 'opsSettings.saveComponent'),
  ('opsSettings.componentSetEnabled', 'opsSettings.setComponentEnabled'),
  ('opsSettings.faultTypeSave', 'opsSettings.saveFaultType'),
  ('opsSettings.faultTypeSetEnabled', 'opsSettings.setFaultTypeEnabled'),
  ('opsSettings.dealResultSave', 'opsSettings.saveDealResult'),
  ('opsSettings.dealResultSetEnabled', 'opsSettings.setDealResultEnabled'),
  ('opsSettings.partSave', 'opsSettings.saveSparePart'),
  ('opsSettings.partSetEnabled', 'opsSettings.setSparePartEnabled'),
  ('opsSettings.daySave', 'opsSettings.saveDay'),
  ('opsSettings.dayImport', 'opsSettings.importYear'),
  ('opsSettings.slaSave', 'opsSettings.saveLimits'),
  ('opsSettings.organSave', 'opsSettings.saveCalendar'),
  ('reconciliation.lineExport', 'channelStatements.lineExport'),
  ('reconciliation.import', 'channelStatements.import'),
  ('reconciliation.cancelImport', 'channelStatements.cancelImport'),
  ('reconciliation.resolve', 'channelStatements.resolve'),
  ('situation.incomeExport', 'financeOverview.incomeExport'),
  ('situation.balanceExport', 'financeOverview.balanceExport'),
  ('situation.custodyExport', 'financeOverview.custodyExport'),
  ('situation.uncoveredExport', 'financeOverview.uncoveredExport');

update operation_log o set call = r.now from renamed_call r where r.was = o.call;
update idempotency i set call = r.now from renamed_call r where r.was = i.call;
update job j set input = jsonb_set(j.input, '{call}', to_jsonb(r.now))
from renamed_call r where j.kind = 'export' and r.was = j.input ->> 'call';
