-- expand
-- What is planned counts as no failure, whatever it is: 巡检 as well as 保养.
comment on column report.work_orders.failure is
  '是否计为故障：已提交完工，不来自计划（保养、巡检），处理结果不是无故障';
